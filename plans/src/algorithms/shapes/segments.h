// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

namespace bamboo::plans {

/// Units in each of `segments` parts of a block that go through a pipeline, one after the other; no
/// less than `smallest`, since each costs messages. The last one may be shorter.
inline std::size_t segment_length(std::size_t count, std::size_t segments, std::size_t smallest) {
  return std::max(smallest, (count + segments - 1) / segments);
}

/// Down a chain of ranks the last one waits for as many segments as there are ranks before it, so
/// that many ranks want short segments.
inline std::size_t chain_segments(int ranks) {
  return std::max<std::size_t>(32, 4 * static_cast<std::size_t>(ranks));
}

}  // namespace bamboo::plans
