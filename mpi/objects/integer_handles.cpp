// SPDX-License-Identifier: Apache-2.0
#include "objects/integer_handles.h"

namespace bamboo::mpi {

int IntegerHandles::integer_of(const Entry& entry) {
  if (const auto known = integers_.find(entry); known != integers_.end()) return known->second;
  int integer = first + static_cast<int>(entries_.size());
  if (free_.size() > at_rest) {
    integer = free_.front();
    free_.pop_front();
    entries_[static_cast<std::size_t>(integer - first)] = entry;
  } else {
    entries_.push_back(entry);
  }
  integers_.emplace(entry, integer);
  return integer;
}

void IntegerHandles::forget(const Entry& entry) {
  const auto known = integers_.find(entry);
  if (known == integers_.end()) return;
  entries_[static_cast<std::size_t>(known->second - first)] = {};
  free_.push_back(known->second);
  integers_.erase(known);
}

}  // namespace bamboo::mpi
