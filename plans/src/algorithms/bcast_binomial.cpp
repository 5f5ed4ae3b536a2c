// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "algorithms/shapes/binomial_tree.h"

namespace bamboo::plans {

// The whole block goes down the binomial tree: log2 n rounds.
Plan bcast_binomial(const Problem& p) {
  Builder plan(p, "bcast/binomial");
  const BinomialTree tree(p.rank, p.size, p.root);
  const auto here = tree.parent < 0 ? Builder::none : plan.receive(tree.parent, output(), p.count);
  for (const auto& child : tree.children) plan.send(child.rank, output(), p.count, {here});
  return plan.take();
}

}  // namespace bamboo::plans
