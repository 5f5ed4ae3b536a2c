// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "plan/builder.h"

namespace bamboo::plans {

// Each rank in turn multicasts its block. One begins when it has the block before its own: two that
// send at once would meet at every receiver's link. Receivers are ready beforehand.
Plan allgather_multicast(const Problem& p) {
  const bool regular = p.operation == Operation::Allgather;
  Builder plan(p, regular ? "allgather/multicast" : "allgatherv/multicast");
  const Blocks blocks = output_blocks(p);
  const Place own = p.in_place ? output(blocks.offset(p.rank)) : input();
  Builder::Id before = Builder::none;
  for (int sender = 0; sender < p.size && p.size > 1; ++sender) {
    if (blocks.count(sender) == 0) continue;  // all ranks know that
    const bool sends = sender == p.rank;
    before =
        plan.multicast(sender, sends ? own : output(blocks.offset(sender)), blocks.count(sender),
                       sends ? Builder::After{before} : Builder::After{});
  }
  if (!p.in_place) plan.copy(own, output(blocks.offset(p.rank)), blocks.count(p.rank));
  return plan.take();
}

}  // namespace bamboo::plans
