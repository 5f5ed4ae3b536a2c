// SPDX-License-Identifier: Apache-2.0
#include "objects/integer_handles.h"

#include <cstdint>

namespace bamboo::mpi {

int IntegerHandles::integer_of(void* handle) {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  if (value < first) return static_cast<int>(value);
  const auto [entry, is_new] =
      integers_.try_emplace(handle, first + static_cast<int>(handles_.size()));
  if (is_new) handles_.push_back(handle);
  return entry->second;
}

void* IntegerHandles::handle_of(int integer) const {
  if (integer < 0) return nullptr;
  if (integer < first) return reinterpret_cast<void*>(static_cast<std::uintptr_t>(integer));
  const auto index = static_cast<std::size_t>(integer - first);
  return index < handles_.size() ? handles_[index] : nullptr;
}

}  // namespace bamboo::mpi
