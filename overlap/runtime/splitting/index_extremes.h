// SPDX-License-Identifier: Apache-2.0
// The least and the greatest of many indices.
#pragma once

#include <cstdint>
#include <limits>

#include "shared/nest_shape.h"

namespace bamboo::overlap {

constexpr uint64_t bytes_of(IndexType type) {
  return type == IndexType::Bits64 ? 8 : 4;
}

/// An empty range: its minimum is greater than its maximum.
struct IndexExtremes {
  int64_t least = std::numeric_limits<int64_t>::max();
  int64_t greatest = std::numeric_limits<int64_t>::min();

  bool is_empty() const { return least > greatest; }
};

/// Widens the range by `count` indices from this address on. It examines several at once, because a
/// row of a matrix has many, and inspection must be cheaper than their use.
void widen(IndexExtremes& extremes, IndexType type, uint64_t address, uint64_t count);

}  // namespace bamboo::overlap
