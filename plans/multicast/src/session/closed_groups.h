// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>

#include "session/empty_operations.h"

namespace bamboo::plans::multicast {

/// The broadcasts of a group that were started and have not failed. It remains when the group is
/// closed, because members may ask for what they have missed.
struct Record {
  std::uint32_t operations = 0;  // those below; nothing is known of later ones
  EmptyOperations empty;
  /// Whether its root may get the answer that a completed broadcast ended well.
  bool has(std::uint32_t operation) const {
    return operation < operations && !empty.contains(operation);
  }
};

/// The groups that were closed last. A member that still asks for a forgotten group hears that this
/// one lives.
class ClosedGroups {
 public:
  void add(std::uint64_t group, Record record) {
    if (!records_.insert_or_assign(group, std::move(record)).second) return;
    by_age_.push_back(group);
    if (by_age_.size() > most_groups) {
      records_.erase(by_age_.front());
      by_age_.pop_front();
    }
  }
  /// Returns null if the group is not closed, or was closed long ago.
  const Record* find(std::uint64_t group) const {
    const auto found = records_.find(group);
    return found == records_.end() ? nullptr : &found->second;
  }

 private:
  static constexpr std::size_t most_groups = 1024;
  std::unordered_map<std::uint64_t, Record> records_;
  std::deque<std::uint64_t> by_age_;
};

}  // namespace bamboo::plans::multicast
