// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "algorithms/shapes/binomial_tree.h"

namespace bamboo::plans {

// Down the binomial tree: a rank gets the blocks of its subtree as one message, keeps the first and
// passes on the others. gather_binomial read backwards.
Plan scatter_binomial(const Problem& p) {
  Builder plan(p, "scatter/binomial");
  const BinomialTree tree(p.rank, p.size, p.root);
  if (tree.parent >= 0) {
    if (tree.children.empty()) {
      plan.receive(tree.parent, output(), p.count);
      return plan.take();
    }
    const Place held = plan.scratch(tree.span * p.count);
    const auto here = plan.receive(tree.parent, held, tree.span * p.count);
    for (const auto& child : tree.children)
      plan.send(child.rank, held + (child.relative - tree.relative) * p.count, child.span * p.count,
                {here});
    plan.copy(held, output(), p.count, {here});
    return plan.take();
  }
  for (const auto& child : tree.children) {
    const int end = child.rank + child.span;
    if (end <= p.size) {
      plan.send(child.rank, input(child.rank * p.count), child.span * p.count);
      continue;
    }
    const Place whole = plan.scratch(child.span * p.count);
    const std::size_t high = (p.size - child.rank) * p.count;
    const auto first = plan.copy(input(child.rank * p.count), whole, high);
    const auto second = plan.copy(input(), whole + high, (end - p.size) * p.count);
    plan.send(child.rank, whole, child.span * p.count, {first, second});
  }
  if (!p.in_place) plan.copy(input(p.rank * p.count), output(), p.count);
  return plan.take();
}

}  // namespace bamboo::plans
