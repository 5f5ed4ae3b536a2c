// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "algorithms/algorithms.h"
#include "algorithms/neighbours/edges.h"
#include "plan/builder.h"

namespace bamboo::plans {
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
