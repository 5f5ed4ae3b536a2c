// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "algorithms/shapes/bine_tree.h"

namespace bamboo::plans {

// The whole block goes down the Bine tree: log2 n rounds, as a binomial tree, to nearer ranks.
Plan bcast_bine(const Problem& p) {
  Builder plan(p, "bcast/bine");
  const BineTree tree(p.rank, p.size, p.root);
  const auto here = tree.parent < 0 ? Builder::none : plan.receive(tree.parent, output(), p.count);
  for (const int child : tree.children) plan.send(child, output(), p.count, {here});
  return plan.take();
}

}  // namespace bamboo::plans
