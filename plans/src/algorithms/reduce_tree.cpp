// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "algorithms/shapes/accumulator.h"
#include "algorithms/shapes/reduction_tree.h"

namespace bamboo::plans {

// Up the reduction tree. The value of a half is formed by the root if it is in that half, else by
// the half's first rank: so the bracketing does not depend on the root, and no rank forwards.
Plan reduce_tree(const Problem& p) {
  Builder plan(p, "reduce/tree");
  const ReductionTree tree(p.size);
  const auto owner = [&](int first, int end) {
    return p.root >= first && p.root < end ? p.root : first;
  };
  const bool root = p.rank == p.root;
  Accumulator value(plan, p, root ? output() : plan.scratch(p.count));

  // Returns true while the rank continues as the owner of [first, end).
  const auto merge = [&](int first, int middle, int end) {
    const int left = owner(first, middle), right = owner(middle, end), both = owner(first, end);
    if (p.rank != both)
      value.send(both);
    else if (p.rank == left)
      value.combine_right(right);
    else
      value.combine_left(left);
    return p.rank == both;
  };

  const int group = tree.group_of(p.rank);
  if (tree.is_pair(group)) {
    const int first = tree.first(group);
    if (!merge(first, first + 1, first + 2)) return plan.take();
  }
  for (int half = 1; half < tree.groups(); half *= 2) {
    const int begin = group / (2 * half) * (2 * half);
    if (!merge(tree.first(begin), tree.first(begin + half), tree.first(begin + 2 * half)))
      return plan.take();
  }
  if (root) value.settle(output());
  return plan.take();
}

}  // namespace bamboo::plans
