// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "algorithms/shapes/ring.h"

namespace bamboo::plans {

// n - 1 steps, every byte straight to its place: for large blocks.
Plan allgather_ring(const Problem& p) {
  Builder plan(p, p.operation == Operation::Allgatherv ? "allgatherv/ring" : "allgather/ring");
  const Blocks blocks = output_blocks(p);
  const Place place = output(blocks.offset(p.rank));
  if (!p.in_place) plan.copy(input(), place, blocks.count(p.rank));
  add_ring(plan, p.rank, blocks, p.in_place ? place : input(), Builder::none,
           [](int) { return Builder::none; });
  return plan.take();
}

}  // namespace bamboo::plans
