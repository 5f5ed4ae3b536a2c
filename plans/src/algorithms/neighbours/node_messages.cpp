// SPDX-License-Identifier: Apache-2.0
#include "algorithms/neighbours/node_messages.h"

#include <algorithm>

#include "plan/builder.h"

namespace bamboo::plans {

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

/// The nodes' ranks have their turns, so that each of them has a share of the messages.
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

}  // namespace bamboo::plans
