// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace bamboo {

/// Memory for a task's stack: reserved, not committed (pages appear as they are touched), with an
/// inaccessible guard below that turns an overflow into a fault at an address which names its task.
/// The guard is wide because a function may touch only the far end of its local arrays. Stacks of
/// ended tasks are kept for the next ones.
class Stack {
 public:
  /// Throws std::system_error.
  explicit Stack(std::size_t bytes);
  ~Stack();
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  /// Makes the stack executable. Returns false on failure and sets errno.
  bool allow_code() const;

  std::byte* bottom() const { return mapping_.start + mapping_.guard; }
  std::byte* top() const { return bottom() + bytes_; }
  std::size_t bytes() const { return bytes_; }
  std::size_t guard_bytes() const { return mapping_.guard; }
  bool in_guard(const void* address) const {
    return address >= mapping_.start && address < bottom();
  }

  struct Mapping {
    std::byte* start = nullptr;  ///< of the guard
    std::size_t guard = 0;       ///< bytes
  };

 private:
  Mapping mapping_;
  std::size_t bytes_ = 0;
};

}  // namespace bamboo
