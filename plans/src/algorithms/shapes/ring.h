// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "plan/builder.h"

namespace bamboo::plans {

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
