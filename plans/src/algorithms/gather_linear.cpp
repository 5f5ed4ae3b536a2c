// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "plan/builder.h"

namespace bamboo::plans {

// Each rank sends to the root, which has all receives posted: each byte travels once, straight to
// its place.
Plan gather_linear(const Problem& p) {
  Builder plan(p, p.operation == Operation::Gatherv ? "gatherv/linear" : "gather/linear");
  if (p.rank != p.root) {
    plan.send(p.root, input(), p.count);
    return plan.take();
  }
  const Blocks blocks = output_blocks(p);
  for (int i = 1; i < p.size; ++i) {
    const int source = shifted(p.root, i, p.size);
    plan.receive(source, output(blocks.offset(source)), blocks.count(source));
  }
  if (!p.in_place) plan.copy(input(), output(blocks.offset(p.rank)), blocks.count(p.rank));
  return plan.take();
}

}  // namespace bamboo::plans
