// SPDX-License-Identifier: Apache-2.0
#include "discovery/trunk_rates.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace bamboo::plans {
namespace {

/// The traffic that crossed a cut in one direction at a time, and the traffic that would have
/// crossed it if its trunk were no limit.
struct Load {
  double measured = 0, wanted = 0;
  double part() const { return measured / wanted; }
};

std::vector<Load> loads(SwitchTree tree, int trunk, const Observations& observations) {
  const Side side = tree.behind(trunk);
  tree.cables()[trunk].rate = HUGE_VAL;
  const Network network = tree.network();
  std::vector<Load> out;
  for (const Observation& o : observations) {
    const auto predicted = tree.rates(network, o.streams);
    Load ways[2];
    for (std::size_t i = 0; i < o.streams.size(); ++i) {
      if (side[o.streams[i].from] == side[o.streams[i].to]) continue;
      Load& way = ways[side[o.streams[i].from]];
      way.measured += o.rates[i];
      way.wanted += predicted[i];
    }
    for (const Load& way : ways)
      if (way.wanted > 0) out.push_back(way);
  }
  // The more wanted to cross, the more they say.
  std::ranges::sort(out, std::greater(), &Load::wanted);
  return out;
}

/// The part of what wanted to cross that did, when most wanted to.
double part_at_most_load(const std::vector<Load>& loads) {
  std::vector<double> parts;
  for (std::size_t i = 0; i < std::max<std::size_t>(4, loads.size() / 10) && i < loads.size(); ++i)
    parts.push_back(loads[i].part());
  return parts.empty() ? 1 : median(parts);
}

double rate_of(const std::vector<Load>& loads, double otherwise) {
  for (double much : {0.65, 0.75, clearly_slower, 0.95}) {
    std::vector<double> full;
    for (const Load& load : loads)
      if (load.part() < much) full.push_back(load.measured);
    if (full.size() >= 4) return median(full);
  }
  return otherwise;
}

}  // namespace

std::vector<Side> refine_trunks(SwitchTree& tree, const Observations& observations) {
  std::vector<Side> gone;
  while (true) {
    std::optional<int> least_needed;
    double most = clearly_slower;
    for (int c = 0; c < static_cast<int>(tree.cables().size()); ++c) {
      if (!tree.is_trunk(tree.cables()[c])) continue;
      const auto crossed = loads(tree, c, observations);
      tree.cables()[c].rate = rate_of(crossed, tree.cables()[c].rate);
      const double part = part_at_most_load(crossed);
      if (part <= most) continue;
      most = part;
      least_needed = c;
    }
    if (!least_needed) return gone;
    gone.push_back(tree.behind(*least_needed));
    tree.join(*least_needed);
  }
}

}  // namespace bamboo::plans
