// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "algorithms/neighbours/edges.h"
#include "bamboo/plans/neighbours.h"

namespace bamboo::plans {
namespace {

std::string between(int from, int to) {
  return " from rank " + std::to_string(from) + " to rank " + std::to_string(to);
}

std::optional<Fault> check_pair(const EdgePlaces& sender, std::span<const int> destinations,
                                const EdgePlaces& receiver, std::span<const int> sources, int from,
                                int to) {
  if (destinations.size() != sources.size())
    return Fault{std::to_string(destinations.size()) + " edges" + between(from, to) +
                 ", of which the other one knows " + std::to_string(sources.size())};
  for (std::size_t k = 0; k < sources.size(); ++k)
    if (sender.units_sent(destinations[k]) != receiver.units_received(sources[k]))
      return Fault{"different counts" + between(from, to)};
  return std::nullopt;
}

}  // namespace

std::optional<Fault> check_neighbours(std::span<const Problem> all) {
  std::vector<EdgesByRank> sources, destinations;
  std::vector<EdgePlaces> places;
  for (const Problem& each : all) {
    for (const auto* ranks : {&each.sources, &each.destinations})
      for (const int rank : *ranks)
        if (rank < 0 || rank >= each.size) return Fault{"an edge to no rank"};
    sources.emplace_back(each.sources);
    destinations.emplace_back(each.destinations);
    places.emplace_back(each);
  }
  for (std::size_t from = 0; from < all.size(); ++from) {
    const int rank = static_cast<int>(from);
    for (const auto& [to, edges] : destinations[from].all())
      if (auto fault = check_pair(places[from], edges, places[to], sources[to].of(rank), rank, to))
        return fault;
    for (const auto& [source, edges] : sources[from].all())
      if (destinations[source].of(rank).empty())
        return Fault{"no edge" + between(source, rank) + " that the first one knows"};
  }
  return std::nullopt;
}

}  // namespace bamboo::plans
