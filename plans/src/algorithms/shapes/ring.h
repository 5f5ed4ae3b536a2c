// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>

#include "plan/builder.h"

namespace bamboo::plans {

/// Returns the number of units in each of `segments` parts of a block that go through a pipeline
/// one after the other; at least `smallest`, because each part costs messages. The last part may be
/// shorter.
inline std::size_t segment_length(std::size_t count, std::size_t segments, std::size_t smallest) {
  return std::max(smallest, (count + segments - 1) / segments);
}

/// In a chain, the last rank waits for as many segments as there are ranks before it. So segments
/// are shorter for more ranks.
inline std::size_t chain_segments(int ranks) {
  return std::max<std::size_t>(32, 4 * static_cast<std::size_t>(ranks));
}

/// Blocks of Output travel around the ring of ranks until each rank has all: in step k a rank
/// forwards the block that the rank k before it contributed. `own` is the place of the rank's
/// block, `ready` the step that writes it; block i is received after `free(i)`.
inline void add_ring(Builder& plan, int rank, const Blocks& blocks, Place own, Builder::Id ready,
                     const std::function<Builder::Id(int)>& free) {
  const int size = blocks.size();
  const int before = shifted(rank, -1, size), after = shifted(rank, 1, size);
  Builder::Id here = ready;
  for (int step = 0; step + 1 < size; ++step) {
    const int gone = shifted(rank, -step, size), come = shifted(gone, -1, size);
    plan.send(after, step == 0 ? own : output(blocks.offset(gone)), blocks.count(gone), {here});
    here = plan.receive(before, output(blocks.offset(come)), blocks.count(come), {free(come)});
  }
}

}  // namespace bamboo::plans
