// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "bamboo/plans/schedulers.h"
#include "network/link_load.h"
#include "schedulers/by_size.h"

namespace bamboo::plans {
namespace {

/// Puts each message, in the given order, into the first phase that has room. Messages below
/// `small` come last and open no phase; the ones without room form an additional phase.
Phases first_fit(const Traffic& traffic, const Network& network,
                 const std::vector<std::uint32_t>& order, std::size_t small,
                 const char* scheduler) {
  Phases out{traffic.size, scheduler, {}, false};
  PhaseTable table(network);
  std::vector<Transfer> rest;
  for (bool large : {true, false})
    for (std::uint32_t index : order) {
      const Message& message = traffic.messages[index];
      if ((message.bytes >= small) != large) continue;
      const int limit =
          large ? std::numeric_limits<int>::max() : static_cast<int>(out.phases.size());
      const int phase = table.place(message.from, message.to, limit);
      if (phase == PhaseTable::none) {
        rest.push_back(whole(message));
        continue;
      }
      if (phase == static_cast<int>(out.phases.size())) out.phases.emplace_back();
      out.phases[phase].push_back(whole(message));
    }
  out.small_last = !rest.empty();
  if (out.small_last) out.phases.push_back(std::move(rest));
  return out;
}

}  // namespace

// The paper fills one phase after the other, each from all remaining messages in order of size. A
// message then gets into the first phase without a conflicting larger one, so each message can
// search for its phase by itself: one pass over the messages instead of one per phase.
Phases greedy(const Traffic& traffic, const Network& network, std::size_t small) {
  return first_fit(traffic, network, by_size(traffic), small, "greedy");
}

namespace {

/// For each message: its bytes times the seconds per byte of the busiest link on its route.
std::vector<double> weights(const Traffic& traffic, const Network& network) {
  std::vector<double> load(network.links().size(), 0), out;
  std::vector<int> route;
  const auto find_route = [&](const Message& m) {
    route.clear();
    network.append_route(m.from, m.to, route);
  };
  for (const Message& m : traffic.messages) {
    find_route(m);
    for (int link : route) load[link] += static_cast<double>(m.bytes) / network.links()[link].rate;
  }
  out.reserve(traffic.messages.size());
  for (const Message& m : traffic.messages) {
    find_route(m);
    double busiest = 0;
    for (int link : route) busiest = std::max(busiest, load[link]);
    out.push_back(busiest * static_cast<double>(m.bytes));
  }
  return out;
}

}  // namespace

// If a trunk is the bottleneck, its messages must not wait for others of the same size that could
// go at any time. Equal messages are ordered by the distance of the ring shift, so that each host
// has a part in each phase.
Phases bottleneck_first(const Traffic& traffic, const Network& network, std::size_t small) {
  const std::vector<double> weight = weights(traffic, network);
  const auto distance = [&traffic](std::uint32_t index) {
    const Message& m = traffic.messages[index];
    return (m.to - m.from + traffic.size) % traffic.size;
  };
  std::vector<std::uint32_t> order(traffic.messages.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return weight[a] != weight[b] ? weight[a] > weight[b] : distance(a) < distance(b);
  });
  return first_fit(traffic, network, order, small, "bottleneck_first");
}

Phases ring(const Traffic& traffic, const Network&, std::size_t small) {
  Phases out{traffic.size, "ring", {}, false};
  std::vector<std::vector<Transfer>> distances(traffic.size);
  std::vector<Transfer> rest;
  for (const Message& message : traffic.messages) {
    const int distance = (message.to - message.from + traffic.size) % traffic.size;
    (message.bytes < small ? rest : distances[distance]).push_back(whole(message));
  }
  for (auto& phase : distances)
    if (!phase.empty()) out.phases.push_back(std::move(phase));
  out.small_last = !rest.empty();
  if (out.small_last) out.phases.push_back(std::move(rest));
  return out;
}

}  // namespace bamboo::plans
