// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "algorithms/algorithms.h"
#include "algorithms/neighbours/edges.h"
#include "bamboo/plans/neighbours.h"
#include "plan/builder.h"

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

namespace {

/// Bytes of a message, and of blocks whose whole pieces are confirmed, as in gated exchanges.
constexpr std::size_t edge_piece = 32'000, short_edge = 64 << 10;
/// The number of blocks in flight, and of unconfirmed pieces. In simulations of irregular meshes
/// one block leaves links idle, and three are no faster than two.
constexpr std::size_t window = 2, unconfirmed = 6;

/// Both ends know the size of a block, so they make the same decision.
bool is_confirmed(std::size_t units, std::size_t at) {
  return units > short_edge && units - at >= edge_piece;
}

/// One rank's part.
class Direct {
 public:
  Direct(const Problem& problem, const char* name)
      : p_(problem), places_(problem), plan_(problem, name) {}

  Plan make() {
    for (const int edge : by_distance(p_.sources, -1)) receive(edge);
    for (const int edge : by_distance(p_.destinations, 1)) send(edge);
    const EdgesByRank sources(p_.sources), destinations(p_.destinations);
    copy_own_edges(plan_, places_, sources.of(p_.rank), destinations.of(p_.rank));
    return plan_.take();
  }

 private:
  /// The edges to other ranks: the nearest in that direction first, several to one in their order.
  std::vector<int> by_distance(const std::vector<int>& ranks, int direction) const {
    std::vector<int> edges;
    for (std::size_t i = 0; i < ranks.size(); ++i)
      if (ranks[i] != p_.rank) edges.push_back(static_cast<int>(i));
    std::ranges::stable_sort(edges, {}, [&](int edge) {
      return shifted(0, direction * (ranks[edge] - p_.rank), p_.size);
    });
    return edges;
  }

  void receive(int edge) {
    const std::size_t units = places_.units_received(edge);
    const int peer = p_.sources[edge];
    for (std::size_t at = 0; at < units; at += edge_piece) {
      const Builder::Id here =
          plan_.receive(peer, places_.received(edge) + at, std::min(edge_piece, units - at));
      if (is_confirmed(units, at)) plan_.send_token(peer, {here});
    }
  }

  void send(int edge) {
    const std::size_t units = places_.units_sent(edge);
    if (units == 0) return;
    const int peer = p_.destinations[edge];
    const Builder::Id before = sent_.size() < window ? Builder::none : sent_[sent_.size() - window];
    Builder::Id last = Builder::none;
    for (std::size_t at = 0; at < units; at += edge_piece) {
      const bool waits = confirmations_.size() >= unconfirmed;
      last = plan_.send(
          peer, places_.sent(edge) + at, std::min(edge_piece, units - at),
          {before, waits ? confirmations_[confirmations_.size() - unconfirmed] : Builder::none});
      if (is_confirmed(units, at)) confirmations_.push_back(plan_.receive_token(peer));
    }
    sent_.push_back(last);
  }

  const Problem& p_;
  const EdgePlaces places_;
  Builder plan_;
  std::vector<Builder::Id> sent_, confirmations_;
};

}  // namespace

Plan neighbours_direct(const Problem& p) {
  return Direct(p, p.operation == Operation::NeighborAlltoallv ? "neighbor_alltoallv/direct"
                                                               : "neighbor_allgatherv/direct")
      .make();
}

}  // namespace bamboo::plans
