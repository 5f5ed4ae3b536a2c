// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>
#include <vector>

namespace bamboo::mpi {

/// The integers that stand for one rank's handles in Fortran. Predefined handles are the integers
/// of the ABI; all others get one when it is first asked for, and it belongs to the handle's value
/// forever: where a value comes again, it names the new object in C, too. No lock: only the rank
/// itself comes here.
class IntegerHandles {
 public:
  /// Integers below are those of predefined handles.
  static constexpr int first = 0x1000;

  int integer_of(void* handle);
  /// Null for an integer that stands for no handle.
  void* handle_of(int integer) const;

 private:
  std::vector<void*> handles_;
  std::unordered_map<void*, int> integers_;
};

}  // namespace bamboo::mpi
