// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "algorithms/shapes/accumulator.h"
#include "algorithms/shapes/reduction_tree.h"

namespace bamboo::plans {

// Recursive doubling over the reduction tree's groups: in each round two halves exchange their
// values and both form left op right, so all ranks compute the same thing in the same way. The even
// rank of a pair hands its value to the odd one before and gets the result after.
Plan allreduce_doubling(const Problem& p) {
  Builder plan(p, "allreduce/doubling");
  const ReductionTree tree(p.size);
  const int group = tree.group_of(p.rank);
  const bool pair = tree.is_pair(group);
  Accumulator value(plan, p, output());
  if (pair && p.rank == tree.first(group)) {
    const auto sent = value.send(p.rank + 1);
    // In place, the operand is sent from the place where the result will arrive.
    plan.receive(p.rank + 1, output(), p.count, {p.in_place ? sent : Builder::none});
    return plan.take();
  }
  if (pair) value.combine_left(p.rank - 1);
  Builder::After sends;
  for (int half = 1; half < tree.groups(); half *= 2) {
    const int other = group ^ half;
    const int peer = tree.first(other) + (tree.is_pair(other) ? 1 : 0);
    sends.push_back(value.send(peer));
    if (other < group)
      value.combine_left(peer, sends.back());
    else
      value.combine_right(peer);
  }
  // Output may have been an operand on its way; all sends are over before it is written.
  const auto ready = value.settle(output(), sends);
  if (pair) plan.send(p.rank - 1, output(), p.count, {ready});
  return plan.take();
}

}  // namespace bamboo::plans
