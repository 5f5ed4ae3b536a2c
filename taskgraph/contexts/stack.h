// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace bamboo {

/// Memory for a task's stack: reserved, not committed (pages appear as they are touched), with
/// inaccessible guard pages below that turn an overflow into a fault at an address which names its
/// task. Stacks of ended tasks are kept for the next ones.
class Stack {
 public:
  /// Guards are wider than a page because a function with large local arrays may step over a page
  /// without touching it.
  static constexpr std::size_t guard_bytes = 64u << 10;

  /// Throws std::system_error.
  explicit Stack(std::size_t bytes);
  ~Stack();
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  /// Makes the stack executable. Returns false on failure and sets errno.
  bool allow_code() const;

  std::byte* bottom() const { return mapping_ + guard_bytes; }
  std::byte* top() const { return bottom() + bytes_; }
  std::size_t bytes() const { return bytes_; }
  bool in_guard(const void* address) const {
    return address >= mapping_ && address < mapping_ + guard_bytes;
  }

 private:
  std::byte* mapping_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace bamboo
