// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "algorithms/neighbours/edges.h"
#include "algorithms/shapes/gated_exchange.h"
#include "bamboo/plans/locality.h"
#include "bamboo/plans/neighbours.h"
#include "plan/builder.h"

namespace bamboo::plans {
namespace {

/// An edge as both of its ends number it.
struct Edge {
  int from, to;
  int sent, received;  ///< among the destinations of `from`, among the sources of `to`
};

/// A block that goes once from a node to another one, for all of these edges.
struct Parcel {
  int from;
  std::size_t offset, units;  ///< in the message
  std::vector<Edge> edges;    ///< that have it; one, unless each rank sends one block to all
};

/// All data from one node to another, between one rank of each. Ordered by receiver, then by
/// source: the data for one rank are contiguous unless ranks share them.
struct NodeMessage {
  int sender = -1, receiver = -1;
  std::size_t units = 0;
  std::vector<Parcel> parcels;
};

/// The messages that a rank's node sends to and gets from each other one, at the number of that
/// node. All ranks of both nodes make the same.
class NodeMessages {
 public:
  NodeMessages(std::span<const Problem> all, const Locality& locality, int node);

  const NodeMessage& to(int node) const { return to_[node]; }
  const NodeMessage& from(int node) const { return from_[node]; }
  /// The edges inside of the node.
  const std::vector<Edge>& local() const { return local_; }
  /// The edges to and from other nodes that had no data.
  const std::vector<Edge>& not_carried() const { return not_carried_; }

 private:
  NodeMessage make(const Locality& locality, bool is_shared, int from, int to);
  std::vector<Edge> edges(int from, int to) const;

  std::vector<EdgesByRank> sources_, destinations_;  ///< by rank
  std::vector<EdgePlaces> places_;
  std::vector<NodeMessage> to_, from_;
  std::vector<Edge> local_, not_carried_;
};

NodeMessages::NodeMessages(std::span<const Problem> all, const Locality& locality, int node) {
  for (const Problem& each : all) {
    sources_.emplace_back(each.sources);
    destinations_.emplace_back(each.destinations);
    places_.emplace_back(each);
  }
  const bool is_shared = all[0].operation == Operation::NeighborAllgatherv;
  to_.resize(locality.nodes());
  from_.resize(locality.nodes());
  for (int other = 0; other < locality.nodes(); ++other) {
    if (other == node) continue;
    to_[other] = make(locality, is_shared, node, other);
    from_[other] = make(locality, is_shared, other, node);
  }
  for (const int from : locality.ranks(node))
    for (const int to : locality.ranks(node))
      for (const Edge& each : edges(from, to)) local_.push_back(each);
}

std::vector<Edge> NodeMessages::edges(int from, int to) const {
  const std::span<const int> sent = destinations_[from].of(to), received = sources_[to].of(from);
  std::vector<Edge> out;
  for (std::size_t k = 0; k < received.size(); ++k) out.push_back({from, to, sent[k], received[k]});
  return out;
}

/// The ranks of a node take turns, so that each of them sends a share of the messages.
NodeMessage NodeMessages::make(const Locality& locality, bool is_shared, int from, int to) {
  const std::span<const int> senders = locality.ranks(from), receivers = locality.ranks(to);
  const auto turn = static_cast<std::size_t>(shifted(to, -from, locality.nodes()));
  NodeMessage out{senders[turn % senders.size()], receivers[turn % receivers.size()], 0, {}};
  for (const int receiver : receivers)
    for (const int sender : senders)
      for (const Edge& edge : edges(sender, receiver)) {
        const auto same = std::ranges::find(out.parcels, sender, &Parcel::from);
        if (is_shared && same != out.parcels.end()) {
          same->edges.push_back(edge);
          continue;
        }
        const std::size_t units = places_[sender].units_sent(edge.sent);
        if (units == 0) {
          not_carried_.push_back(edge);
          continue;
        }
        out.parcels.push_back({sender, out.units, units, {edge}});
        out.units += units;
      }
  return out;
}

/// In bytes, as in an all-to-all with gated exchanges.
constexpr std::size_t bundle_piece = 32'000, short_bundle = 64 << 10;

/// One rank's part.
class Aggregated {
 public:
  Aggregated(std::span<const Problem> all, const Problem& now, const Locality& locality)
      : rank_(now.rank),
        size_(now.size),
        node_(locality.node_of(now.rank)),
        nodes_(locality.nodes()),
        locality_(locality),
        messages_(all, locality, node_),
        places_(now),
        plan_(now, now.operation == Operation::NeighborAlltoallv
                       ? "neighbor_alltoallv/aggregated"
                       : "neighbor_allgatherv/aggregated") {}

  Plan make() {
    go_straight();
    for (int distance = 1; distance < nodes_; ++distance)
      gather(messages_.to(shifted(node_, distance, nodes_)));
    const GatedExchange::Steps wire = exchange();
    for (int distance = 1; distance < nodes_; ++distance)
      deal_out(messages_.from(shifted(node_, -distance, nodes_)), wire);
    return plan_.take();
  }

 private:
  /// Adds the direct messages between two ranks: whole edges inside a node, and the part of other
  /// edges that exceeds its room in the node's messages. Both ends use one order for the edges of a
  /// pair.
  void go_straight() {
    std::vector<int> own_sources, own_destinations;
    for (const Edge& edge : messages_.local()) {
      if (edge.from == rank_ && edge.to == rank_) {
        own_sources.push_back(edge.received);
        own_destinations.push_back(edge.sent);
      } else {
        go_straight(edge, 0);
      }
    }
    copy_own_edges(plan_, places_, own_sources, own_destinations);
    for (int other = 0; other < nodes_; ++other)
      for (const NodeMessage* message : {&messages_.to(other), &messages_.from(other)})
        for (const Parcel& parcel : message->parcels)
          for (const Edge& edge : parcel.edges) go_straight(edge, parcel.units);
    for (const Edge& edge : messages_.not_carried()) go_straight(edge, 0);
  }

  void go_straight(const Edge& edge, std::size_t carried) {
    if (edge.from == rank_ && places_.units_sent(edge.sent) > carried)
      plan_.send(edge.to, places_.sent(edge.sent) + carried,
                 places_.units_sent(edge.sent) - carried);
    if (edge.to == rank_ && places_.units_received(edge.received) > carried)
      plan_.receive(edge.from, places_.received(edge.received) + carried,
                    places_.units_received(edge.received) - carried);
  }

  /// Sends this rank's parcels of a message to the gathering rank, or receives those of the others.
  void gather(const NodeMessage& message) {
    if (message.sender == rank_) {
      GatedExchange::Part& out = outgoing_[message.receiver];
      out = {plan_.scratch(message.units), message.units, {}};
      for (const int from : locality_.ranks(node_)) gather(message, from, out);
      return;
    }
    const std::vector<const Parcel*> own = parcels_from(message, rank_);
    const Place packed = plan_.scratch(units_of(own));
    Builder::After after;
    Place place = packed;
    for (const Parcel* parcel : own) {
      after.push_back(fill(*parcel, place));
      place = place + parcel->units;
    }
    plan_.send(message.sender, packed, units_of(own), after);
  }

  void gather(const NodeMessage& message, int from, GatedExchange::Part& out) {
    const std::vector<const Parcel*> parcels = parcels_from(message, from);
    if (from == rank_) {
      for (const Parcel* parcel : parcels)
        out.after.push_back(fill(*parcel, out.place + parcel->offset));
      return;
    }
    Place place = plan_.scratch(units_of(parcels));
    const Builder::Id here = plan_.receive(from, place, units_of(parcels));
    for (const Parcel* parcel : parcels) {
      out.after.push_back(plan_.copy(place, out.place + parcel->offset, parcel->units, {here}));
      place = place + parcel->units;
    }
  }

  /// Copies the part of this rank's block that fits into the parcel.
  Builder::Id fill(const Parcel& parcel, Place place) {
    const int edge = parcel.edges.front().sent;
    return plan_.copy(places_.sent(edge), place, std::min(parcel.units, places_.units_sent(edge)));
  }

  GatedExchange::Steps exchange() {
    for (int other = 0; other < nodes_; ++other) {
      const NodeMessage& message = messages_.from(other);
      if (other != node_ && message.receiver == rank_)
        incoming_[message.sender] = {plan_.scratch(message.units), message.units, {}};
    }
    GatedExchange exchange;
    exchange.piece = bundle_piece;
    exchange.confirmed_above = short_bundle;
    exchange.outgoing = [&](int to) {
      const auto found = outgoing_.find(to);
      return found == outgoing_.end() ? GatedExchange::Part{} : found->second;
    };
    exchange.incoming = [&](int from) {
      const auto found = incoming_.find(from);
      return found == incoming_.end() ? GatedExchange::Part{} : found->second;
    };
    return exchange.add_to(plan_, rank_, size_);
  }

  void deal_out(const NodeMessage& message, const GatedExchange::Steps& wire) {
    if (message.receiver != rank_) {
      const std::vector<const Parcel*> own = parcels_to(message, rank_);
      Place place = plan_.scratch(units_of(own));
      const Builder::Id here = plan_.receive(message.receiver, place, units_of(own));
      for (const Parcel* parcel : own) {
        take_out(*parcel, place, {here});
        place = place + parcel->units;
      }
      return;
    }
    const Place all = incoming_[message.sender].place;
    const Builder::After& here = wire.received[message.sender];
    for (const int to : locality_.ranks(node_)) {
      const std::vector<const Parcel*> parcels = parcels_to(message, to);
      if (to != rank_) {
        pass_on(parcels, to, all, here);
        continue;
      }
      for (const Parcel* parcel : parcels) take_out(*parcel, all + parcel->offset, here);
    }
  }

  void pass_on(const std::vector<const Parcel*>& parcels, int to, Place all,
               const Builder::After& here) {
    if (parcels.empty()) return;
    const Parcel &first = *parcels.front(), &last = *parcels.back();
    if (last.offset + last.units - first.offset == units_of(parcels)) {
      plan_.send(to, all + first.offset, units_of(parcels), here);
      return;
    }
    const Place packed = plan_.scratch(units_of(parcels));
    Builder::After after;
    Place place = packed;
    for (const Parcel* parcel : parcels) {
      after.push_back(plan_.copy(all + parcel->offset, place, parcel->units, here));
      place = place + parcel->units;
    }
    plan_.send(to, packed, units_of(parcels), after);
  }

  /// Copies a parcel to the blocks of this rank's edges.
  void take_out(const Parcel& parcel, Place place, const Builder::After& after) {
    for (const Edge& edge : parcel.edges)
      if (edge.to == rank_)
        plan_.copy(place, places_.received(edge.received),
                   std::min(parcel.units, places_.units_received(edge.received)), after);
  }

  static std::vector<const Parcel*> parcels_from(const NodeMessage& message, int from) {
    std::vector<const Parcel*> out;
    for (const Parcel& each : message.parcels)
      if (each.from == from) out.push_back(&each);
    return out;
  }
  static std::vector<const Parcel*> parcels_to(const NodeMessage& message, int to) {
    std::vector<const Parcel*> out;
    for (const Parcel& each : message.parcels)
      if (std::ranges::find(each.edges, to, &Edge::to) != each.edges.end()) out.push_back(&each);
    return out;
  }
  static std::size_t units_of(const std::vector<const Parcel*>& parcels) {
    std::size_t units = 0;
    for (const Parcel* each : parcels) units += each->units;
    return units;
  }

  const int rank_, size_, node_, nodes_;
  const Locality& locality_;
  const NodeMessages messages_;
  const EdgePlaces places_;
  Builder plan_;
  std::map<int, GatedExchange::Part> outgoing_, incoming_;  ///< by the rank at the other end
};

}  // namespace

Plan neighbours_aggregated(std::span<const Problem> all, const Problem& now,
                           const Locality& locality) {
  return Aggregated(all, now, locality).make();
}

}  // namespace bamboo::plans
