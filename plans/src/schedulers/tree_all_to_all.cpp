// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "bamboo/plans/schedulers.h"
#include "network/link_load.h"

namespace bamboo::plans {
namespace {

using Hosts = std::vector<int>;

/// The hosts behind each link that leaves `vertex`, for those links that lead to any.
std::vector<Hosts> subtrees(const Network& network, int vertex,
                            const std::vector<std::vector<int>>& neighbours) {
  std::vector<Hosts> out;
  for (int first : neighbours[vertex]) {
    Hosts hosts;
    std::vector<std::pair<int, int>> open{{first, vertex}};
    while (!open.empty()) {
      const auto [at, from] = open.back();
      open.pop_back();
      if (at < network.hosts()) hosts.push_back(at);
      for (int next : neighbours[at])
        if (next != from) open.emplace_back(next, at);
    }
    if (hosts.empty()) continue;
    std::ranges::sort(hosts);
    out.push_back(std::move(hosts));
  }
  return out;
}

/// The subtrees of the switch that has no more than half of the hosts behind any link, the largest
/// first: that one's link is the bottleneck.
std::vector<Hosts> split_at_the_middle(const Network& network) {
  const int vertices = network.hosts() + network.switches();
  std::vector<std::vector<int>> neighbours(vertices);
  for (const Link& link : network.links()) neighbours[link.from].push_back(link.to);
  for (int v = network.hosts(); v < vertices; ++v) {
    std::vector<Hosts> split = subtrees(network, v, neighbours);
    const auto size = [](const Hosts& hosts) { return static_cast<int>(hosts.size()); };
    std::stable_sort(split.begin(), split.end(),
                     [&](const Hosts& a, const Hosts& b) { return size(a) > size(b); });
    if (!split.empty() && 2 * size(split[0]) <= network.hosts()) return split;
  }
  return {};
}

/// In each phase at most one message enters and one leaves a subtree, so messages between subtrees
/// never share a link. Messages inside subtrees then use links that are free.
class TreeSchedule {
 public:
  TreeSchedule(const Network& network, std::vector<Hosts> subtrees, std::size_t bytes)
      : subtrees_(std::move(subtrees)), bytes_(bytes), table_(network) {
    first_ = size(0);
    rounds_ = network.hosts() - first_;
    phases_.resize(static_cast<std::size_t>(first_) * rounds_);
  }

  std::vector<std::vector<Transfer>> make() {
    const int count = static_cast<int>(subtrees_.size());
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < count; ++j)
        if (i != j) add_between(i, j);
    for (const Hosts& hosts : subtrees_) add_inside(hosts);
    return std::move(phases_);
  }

 private:
  int size(int subtree) const { return static_cast<int>(subtrees_[subtree].size()); }
  int hosts_in(int begin, int end) const {
    int sum = 0;
    for (int k = begin; k < end; ++k) sum += size(k);
    return sum;
  }

  // The extended ring: subtree i sends to i + 1, i + 2, … from the first phase on, and to i - 1,
  // i - 2, … up to the last one, backwards.
  void add_between(int i, int j) {
    const int length = size(i) * size(j);
    const int begin =
        i < j ? size(i) * hosts_in(i + 1, j) : first_ * rounds_ - size(j) * hosts_in(j + 1, i + 1);
    for (int step = 0; step < length; ++step) {
      const int phase = begin + step;
      int from = step % size(i), to = (step / size(i) + from) % size(j);
      // In the largest subtree, which sends and receives all the time, each pair of a sender and a
      // receiver must occur once, for the sake of its inner messages: they rotate with the phases,
      // the receivers one step further in each round.
      if (i == 0) {
        from = phase % first_;
        to = step / first_;
      } else if (j == 0) {
        from = step / first_;
        to = (phase + phase / first_) % first_;
      }
      put(phase, subtrees_[i][from], subtrees_[j][to]);
    }
  }

  void put(int phase, int from, int to) {
    table_.put(phase, from, to);
    phases_[phase].push_back({from, to, 0, bytes_});
  }

  // A message may always move against the two that enter and leave in a phase: from the host that
  // receives to the one that sends, on links that these do not use.
  void add_inside(const Hosts& hosts) {
    const int size = static_cast<int>(hosts.size());
    for (int distance = 1; distance < size; ++distance)
      for (int i = 0; i < size; ++i) {
        const int from = hosts[i], to = hosts[(i + distance) % size];
        const int phase = table_.place(from, to, std::numeric_limits<int>::max());
        if (phase >= static_cast<int>(phases_.size())) phases_.resize(phase + 1);
        phases_[phase].push_back({from, to, 0, bytes_});
      }
  }

  std::vector<Hosts> subtrees_;
  std::size_t bytes_;
  PhaseTable table_;
  int first_ = 0, rounds_ = 0;
  std::vector<std::vector<Transfer>> phases_;
};

}  // namespace

Phases tree_all_to_all(const Traffic& traffic, const Network& network, std::size_t small) {
  Phases out{traffic.size, "tree_all_to_all", {}, false};
  if (traffic.messages.empty()) return out;
  if (traffic.messages[0].bytes < small) return greedy(traffic, network, small);

  out.phases =
      TreeSchedule(network, split_at_the_middle(network), traffic.messages[0].bytes).make();
  return out;
}

}  // namespace bamboo::plans
