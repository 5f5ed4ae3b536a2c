// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/traffic.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

namespace bamboo::plans {

Traffic all_to_all(int size, std::size_t bytes) {
  Traffic out{size, {}};
  if (bytes == 0) return out;
  out.messages.reserve(static_cast<std::size_t>(size) * size);
  for (int from = 0; from < size; ++from)
    for (int to = 0; to < size; ++to)
      if (from != to) out.messages.push_back({from, to, bytes});
  return out;
}

Traffic traffic_of(int size, std::span<const std::size_t> counts) {
  Traffic out{size, {}};
  for (int from = 0; from < size; ++from)
    for (int to = 0; to < size; ++to)
      if (const std::size_t bytes = counts[static_cast<std::size_t>(from) * size + to];
          from != to && bytes != 0)
        out.messages.push_back({from, to, bytes});
  return out;
}

namespace {

/// The units that the rank of `p` has for rank `to`. `received` is the count that each rank gets.
std::size_t units_for(const Problem& p, std::size_t received, int to) {
  switch (p.operation) {
    case Operation::Alltoall:
    case Operation::Allgather:
      return p.count;
    case Operation::Alltoallv:
      return p.input_counts[to];
    case Operation::Allgatherv:
      return p.output_counts[p.rank];
    case Operation::Gather:
    case Operation::Gatherv:
      return to == p.root ? p.count : 0;
    case Operation::Scatter:
    case Operation::Scatterv:
      return p.rank == p.root ? received : 0;
    case Operation::ReduceScatter:
      return p.output_counts[to];
    case Operation::ReduceScatterBlock:
      return p.count;
    default:
      throw std::invalid_argument(std::string(name_of(p.operation)) +
                                  " is more than messages from their senders to their receivers");
  }
}

/// The units that rank `from` has for the rank of `p`.
std::size_t units_from(const Problem& p, int from) {
  switch (p.operation) {
    case Operation::Alltoallv:
    case Operation::Allgatherv:
      return p.output_counts[from];
    case Operation::Gather:
      return p.rank == p.root ? p.count : 0;
    case Operation::Gatherv:
      return p.rank == p.root ? p.output_counts[from] : 0;
    case Operation::Scatter:
    case Operation::Scatterv:
      return from == p.root ? p.count : 0;
    case Operation::ReduceScatter:
      return p.output_counts[p.rank];
    default:
      return p.count;
  }
}

}  // namespace

RankTraffic rank_traffic(const Traffic& traffic, int rank) {
  const auto size = static_cast<std::size_t>(traffic.size);
  RankTraffic out{std::vector<std::size_t>(size), std::vector<std::size_t>(size)};
  for (const Message& m : traffic.messages) {
    if (m.from == rank) out.to[m.to] = m.bytes;
    if (m.to == rank) out.from[m.from] = m.bytes;
  }
  return out;
}

RankTraffic rank_traffic(const Problem& p) {
  const auto size = static_cast<std::size_t>(p.size);
  RankTraffic out{std::vector<std::size_t>(size), std::vector<std::size_t>(size)};
  for (int other = 0; other < p.size; ++other) {
    if (other == p.rank) continue;
    const bool has_blocks = p.operation == Operation::Scatterv && p.rank == p.root;
    out.to[other] = units_for(p, has_blocks ? p.input_counts[other] : p.count, other);
    out.from[other] = units_from(p, other);
  }
  return out;
}

Traffic traffic_of(std::span<const Problem> problems) {
  Traffic out{static_cast<int>(problems.size()), {}};
  for (const Problem& sender : problems)
    for (int to = 0; to < out.size; ++to) {
      if (to == sender.rank) continue;
      const std::size_t units = units_for(sender, problems[to].count, to);
      if (units != 0) out.messages.push_back({sender.rank, to, units});
    }
  return out;
}

std::optional<Fault> check(const Traffic& traffic) {
  std::vector<std::pair<int, int>> pairs;
  pairs.reserve(traffic.messages.size());
  for (const Message& m : traffic.messages) {
    const std::string which =
        "the message from " + std::to_string(m.from) + " to " + std::to_string(m.to);
    if (m.from < 0 || m.from >= traffic.size || m.to < 0 || m.to >= traffic.size)
      return Fault{which + ": there are " + std::to_string(traffic.size) + " ranks"};
    if (m.from == m.to) return Fault{which + " goes nowhere"};
    if (m.bytes == 0) return Fault{which + " has no bytes"};
    pairs.emplace_back(m.from, m.to);
  }
  std::ranges::sort(pairs);
  const auto twice = std::ranges::adjacent_find(pairs);
  if (twice == pairs.end()) return std::nullopt;
  return Fault{"two messages from " + std::to_string(twice->first) + " to " +
               std::to_string(twice->second)};
}

Busiest busiest_link(const Traffic& traffic, const Network& network) {
  std::vector<std::size_t> bytes(network.links().size(), 0);
  std::vector<int> route;
  for (const Message& m : traffic.messages) {
    route.clear();
    network.append_route(m.from, m.to, route);
    for (int link : route) bytes[link] += m.bytes;
  }
  Busiest out;
  for (std::size_t l = 0; l < bytes.size(); ++l) {
    const double seconds = static_cast<double>(bytes[l]) / network.links()[l].rate;
    if (seconds > out.seconds) out = {static_cast<int>(l), seconds};
  }
  return out;
}

double bound(const Traffic& traffic, const Network& network) {
  return busiest_link(traffic, network).seconds;
}

}  // namespace bamboo::plans
