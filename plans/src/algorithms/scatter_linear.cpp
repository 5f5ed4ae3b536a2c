// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "plan/builder.h"

namespace bamboo::plans {

// The root sends every rank its block.
Plan scatter_linear(const Problem& p) {
  Builder plan(p, p.operation == Operation::Scatterv ? "scatterv/linear" : "scatter/linear");
  if (p.rank != p.root) {
    plan.receive(p.root, output(), p.count);
    return plan.take();
  }
  const Blocks blocks = input_blocks(p);
  for (int i = 1; i < p.size; ++i) {
    const int target = shifted(p.root, i, p.size);
    plan.send(target, input(blocks.offset(target)), blocks.count(target));
  }
  if (!p.in_place) plan.copy(input(blocks.offset(p.rank)), output(), blocks.count(p.rank));
  return plan.take();
}

}  // namespace bamboo::plans
