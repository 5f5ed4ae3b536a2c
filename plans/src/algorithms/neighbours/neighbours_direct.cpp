// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "algorithms/neighbours/edges.h"
#include "algorithms/shapes/gated_exchange.h"
#include "plan/builder.h"

namespace bamboo::plans {
namespace {

/// Bytes, as in an all-to-all that is gated.
constexpr std::size_t piece = 32'000, short_message = 64 << 10;

}  // namespace

// The first edge of each pair is kept in step by what arrives, so that ranks do not flood one of
// them; the few that have more edges send those beside.
Plan neighbours_direct(const Problem& p) {
  Builder plan(p, p.operation == Operation::NeighborAlltoallv ? "neighbor_alltoallv/direct"
                                                              : "neighbor_allgatherv/direct");
  const EdgePlaces places(p);
  const EdgesByRank sources(p.sources), destinations(p.destinations);
  GatedExchange exchange;
  exchange.piece = piece;
  exchange.confirmed_above = short_message;
  exchange.outgoing = [&](int to) -> GatedExchange::Part {
    const std::span<const int> edges = destinations.of(to);
    if (edges.empty()) return {};
    return {places.sent(edges[0]), places.units_sent(edges[0]), {}};
  };
  exchange.incoming = [&](int from) -> GatedExchange::Part {
    const std::span<const int> edges = sources.of(from);
    if (edges.empty()) return {};
    return {places.received(edges[0]), places.units_received(edges[0]), {}};
  };
  exchange.add_to(plan, p.rank, p.size);
  for (const auto& [from, edges] : sources.all())
    for (std::size_t k = 1; k < edges.size() && from != p.rank; ++k)
      plan.receive(from, places.received(edges[k]), places.units_received(edges[k]));
  for (const auto& [to, edges] : destinations.all())
    for (std::size_t k = 1; k < edges.size() && to != p.rank; ++k)
      plan.send(to, places.sent(edges[k]), places.units_sent(edges[k]));
  copy_own_edges(plan, places, sources.of(p.rank), destinations.of(p.rank));
  return plan.take();
}

}  // namespace bamboo::plans
