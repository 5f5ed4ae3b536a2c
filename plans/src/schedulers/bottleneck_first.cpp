// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <vector>

#include "bamboo/plans/schedulers.h"
#include "schedulers/first_fit.h"

namespace bamboo::plans {
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

}  // namespace bamboo::plans
