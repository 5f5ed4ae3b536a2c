// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "algorithms/shapes/binomial_tree.h"

namespace bamboo::plans {

// Up the binomial tree: a rank collects its subtree's blocks, in the order of ranks relative to the
// root, and sends them on as one message. The root gets log2 n messages instead of n - 1.
Plan gather_binomial(const Problem& p) {
  Builder plan(p, "gather/binomial");
  const BinomialTree tree(p.rank, p.size, p.root);
  if (tree.parent >= 0) {
    if (tree.children.empty()) {
      plan.send(tree.parent, input(), p.count);
      return plan.take();
    }
    const Place collected = plan.scratch(tree.span * p.count);
    Builder::After all;
    for (const auto& child : tree.children)
      all.push_back(plan.receive(child.rank, collected + (child.relative - tree.relative) * p.count,
                                 child.span * p.count));
    all.push_back(plan.copy(input(), collected, p.count));
    plan.send(tree.parent, collected, tree.span * p.count, all);
    return plan.take();
  }
  if (!p.in_place) plan.copy(input(), output(p.rank * p.count), p.count);
  for (const auto& child : tree.children) {
    const int end = child.rank + child.span;
    if (end <= p.size) {
      plan.receive(child.rank, output(child.rank * p.count), child.span * p.count);
      continue;
    }
    // The subtree goes over the highest rank and on from rank 0.
    const Place whole = plan.scratch(child.span * p.count);
    const auto here = plan.receive(child.rank, whole, child.span * p.count);
    const std::size_t high = (p.size - child.rank) * p.count;
    plan.copy(whole, output(child.rank * p.count), high, {here});
    plan.copy(whole + high, output(), (end - p.size) * p.count, {here});
  }
  return plan.take();
}

}  // namespace bamboo::plans
