// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "algorithms/shapes/direct_reduction.h"
#include "algorithms/shapes/gated_exchange.h"

namespace bamboo::plans {
namespace {

/// Messages in which a segment moves.
constexpr std::size_t pieces = 4;

}  // namespace

// Like allreduce/segments, with both halves paced: rank i combines segment i of all ranks and sends
// the result to all. Each rank sends the vector about twice.
Plan allreduce_gated(const Problem& p) {
  Builder plan(p, "allreduce/gated");
  const Blocks segments = Blocks::cut(p.count, p.size);
  const Place operand = p.in_place ? output() : input();
  const Place own = output(segments.offset(p.rank));
  const std::size_t count = segments.count(p.rank);
  std::vector<FoldPart> parts =
      contributions(plan, p.rank, p.size, count, operand + segments.offset(p.rank), own);

  GatedExchange exchange;
  exchange.piece = std::max<std::size_t>(1, (p.count / p.size + pieces - 1) / pieces);
  exchange.outgoing = [&](int to) {
    return GatedExchange::Part{operand + segments.offset(to), segments.count(to), {}};
  };
  exchange.incoming = [&](int from) { return GatedExchange::Part{parts[from].place, count, {}}; };
  const auto scattered = exchange.add_to(plan, p.rank, p.size);
  for (int i = 0; i < p.size; ++i) parts[i].ready = scattered.received[i];
  const Builder::After ready{add_fold(plan, parts, count, own)};

  exchange.outgoing = [&](int) { return GatedExchange::Part{own, count, ready}; };
  exchange.incoming = [&](int from) {
    // In place, a segment must be sent before the result replaces it.
    return GatedExchange::Part{output(segments.offset(from)), segments.count(from),
                               p.in_place ? scattered.sent[from] : Builder::After{}};
  };
  exchange.add_to(plan, p.rank, p.size);
  return plan.take();
}

}  // namespace bamboo::plans
