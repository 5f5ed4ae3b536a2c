// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "algorithms/shapes/direct_reduction.h"

namespace bamboo::plans {

// Each rank sends block i to rank i, which combines them.
Plan reduce_scatter_direct(const Problem& p) {
  Builder plan(p, p.operation == Operation::ReduceScatter ? "reduce_scatter/direct"
                                                          : "reduce_scatter_block/direct");
  add_direct_reduction(plan, p.rank, input_blocks(p), input(), output());
  return plan.take();
}

}  // namespace bamboo::plans
