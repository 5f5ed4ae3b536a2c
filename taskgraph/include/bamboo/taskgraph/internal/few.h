// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "bamboo/taskgraph/internal/recycled_memory.h"

namespace bamboo {

/// Plain values in a row, which take no memory besides the object's where there are at most N.
template <class T, std::uint32_t N>
class Few {
 public:
  std::span<T> all() { return {is_few() ? few_.data() : more_.data(), size_}; }
  std::span<const T> all() const { return {is_few() ? few_.data() : more_.data(), size_}; }

  /// Appends `by` uninitialised elements and returns them.
  std::span<T> extend(std::uint32_t by) {
    const std::uint32_t before = std::exchange(size_, size_ + by);
    if (!is_few()) {
      more_.resize(size_);
      if (before <= N) std::copy_n(few_.begin(), before, more_.begin());
    }
    return all().subspan(before);
  }
  /// Keeps the first ones.
  void shrink(std::uint32_t size) {
    if (!is_few() && size <= N) std::copy_n(more_.begin(), size, few_.begin());
    size_ = size;
  }

 private:
  bool is_few() const { return size_ <= N; }

  std::uint32_t size_ = 0;
  std::array<T, N> few_{};
  recycled::Vector<T> more_;
};

}  // namespace bamboo
