// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "algorithms/shapes/fold.h"
#include "algorithms/shapes/gated_exchange.h"

namespace bamboo::plans {

// Each rank sends block i to rank i, which combines them.
Plan reduce_scatter_direct(const Problem& p) {
  Builder plan(p, p.operation == Operation::ReduceScatter ? "reduce_scatter/direct"
                                                          : "reduce_scatter_block/direct");
  add_direct_reduction(plan, p.rank, input_blocks(p), input(), output());
  return plan.take();
}

// Like reduce_scatter/direct, but paced: block i of every rank goes to rank i, with at most two
// senders to a rank at a time.
Plan reduce_scatter_gated(const Problem& p) {
  Builder plan(p, p.operation == Operation::ReduceScatter ? "reduce_scatter/gated"
                                                          : "reduce_scatter_block/gated");
  const Blocks blocks = input_blocks(p);
  const std::size_t count = blocks.count(p.rank);
  std::vector<FoldPart> parts =
      contributions(plan, p.rank, p.size, count, input(blocks.offset(p.rank)), output());
  GatedExchange exchange;
  exchange.piece = std::max<std::size_t>(1, blocks.total());
  exchange.outgoing = [&](int to) {
    return GatedExchange::Part{input(blocks.offset(to)), blocks.count(to), {}};
  };
  exchange.incoming = [&](int from) { return GatedExchange::Part{parts[from].place, count, {}}; };
  const auto steps = exchange.add_to(plan, p.rank, p.size);
  for (int i = 0; i < p.size; ++i) parts[i].ready = steps.received[i];
  add_fold(plan, parts, count, output());
  return plan.take();
}

}  // namespace bamboo::plans
