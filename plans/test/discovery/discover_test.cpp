// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/discover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>

#include "discovery/switch_tree.h"
#include "patterns.h"

namespace bamboo::plans::test {
namespace {

/// A network that answers as its links would, with noise.
class Model final : public Instrument {
 public:
  Model(const Network& network, double noise, unsigned seed)
      : network_(network),
        tree_(std::vector<double>(network.hosts(), 1)),
        noise_(0, noise),
        random_(seed) {}

  std::vector<double> rates(std::span<const Stream> streams) override {
    ++rounds;
    std::vector<double> out = tree_.rates(network_, {streams.begin(), streams.end()});
    for (double& rate : out) rate *= std::exp(noise_(random_));
    return out;
  }
  double latency(int from, int to) override { return network_.latency(from, to); }
  double time_left() override { return 1 - static_cast<double>(rounds) / most_rounds; }

  /// Hosts have this part of their rates left when several send.
  void slow_down(double part) { tree_.together = part; }

  int rounds = 0, most_rounds = 1'000'000;

 private:
  const Network& network_;
  SwitchTree tree_;  // for its max-min rates only
  std::normal_distribution<double> noise_;
  std::mt19937 random_;
};

std::vector<std::string> names(int hosts) {
  std::vector<std::string> out;
  for (int h = 0; h < hosts; ++h) out.push_back("n" + std::to_string(h));
  return out;
}

struct Trunk {
  Side side;  ///< without host 0
  double rate;
};

/// Cables with several hosts on both sides.
std::vector<Trunk> trunks(const Network& network) {
  std::vector<Trunk> out;
  for (std::size_t l = 0; l < network.links().size(); ++l) {
    Side side(network.hosts(), false);
    for (int to = 1; to < network.hosts(); ++to) {
      const auto route = network.route(0, to);
      side[to] = std::ranges::find(route, static_cast<int>(l)) != route.end();
    }
    const auto behind = std::ranges::count(side, true);
    if (behind >= 2 && behind + 2 <= network.hosts())
      out.push_back({side, network.links()[l].rate});
  }
  std::ranges::sort(out, {}, &Trunk::side);
  return out;
}

std::string text(const std::vector<Trunk>& trunks) {
  std::string out;
  for (const Trunk& trunk : trunks) {
    for (bool behind : trunk.side) out += behind ? 'x' : '.';
    out += ' ' + std::to_string(trunk.rate / mbit) + '\n';
  }
  return out;
}

void expect_found(const Network& network, const Discovery& found) {
  const auto right = trunks(network), got = trunks(found.network);
  ASSERT_EQ(right.size(), got.size()) << text(right) << "found:\n" << text(got);
  for (std::size_t t = 0; t < right.size(); ++t) {
    EXPECT_EQ(right[t].side, got[t].side) << text(right) << "found:\n" << text(got);
    EXPECT_NEAR(got[t].rate / right[t].rate, 1, 0.15);
  }
  for (int host = 0; host < network.hosts(); ++host) {
    const int other = (host + 1) % network.hosts();
    EXPECT_NEAR(found.network.rate(host, other) / network.rate(host, other), 1, 0.15);
  }
}

TEST(Discover, AStarHasNoTrunks) {
  for (unsigned seed = 1; seed <= 16; seed += 3) {
    const Network star = Network::star(2 + static_cast<int>(seed), 100 * mbit, 1e-5);
    Model model(star, 0.08, seed);
    const Discovery found = discover(names(star.hosts()), model);
    EXPECT_EQ(found.network.switches(), 1);
    EXPECT_TRUE(found.complete);
    EXPECT_TRUE(found.network.contends_at_hosts_only());
    EXPECT_NEAR(found.network.latency(0, 1), 2e-5, 1e-9);
    EXPECT_EQ(found.network.names()[1], "n1");
    // All cables are equal, so planners that need equal links can see that.
    for (const Link& link : found.network.links())
      EXPECT_EQ(link.rate, found.network.links()[0].rate);
  }
}

TEST(Discover, TwoSwitches) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const int left = 2 + static_cast<int>(seed % 5), right = 2 + static_cast<int>(seed % 7);
    const Network network = Network::two_switches(left, right, 100 * mbit, 100 * mbit);
    Model model(network, 0.08, seed);
    expect_found(network, discover(names(left + right), model));
  }
}

TEST(Discover, HostsOfOneSwitchNeedNotBeNeighbours) {
  std::vector<Cable> cables;
  for (int h = 0; h < 9; ++h) cables.push_back({h, 9 + h % 3, 100 * mbit, 0});
  for (int s = 1; s < 3; ++s) cables.push_back({9, 9 + s, 150 * mbit, 0});
  const Network network = Network::of_cables(9, 3, cables);
  Model model(network, 0.08, 5);
  expect_found(network, discover(names(9), model));
}

// Else every trunk would seem to be there when the processors cannot keep up.
TEST(Discover, WhatSlowsDownAllIsNoTrunk) {
  const Network star = Network::star(10, 100 * mbit);
  Model model(star, 0.08, 3);
  model.slow_down(0.6);
  const Discovery found = discover(names(10), model);
  EXPECT_EQ(found.network.switches(), 1);
  EXPECT_NEAR(found.together, 0.6, 0.06);
  EXPECT_NEAR(found.network.rate(0, 1), 100 * mbit, 15 * mbit);

  const Network two = Network::two_switches(5, 5, 100 * mbit, 100 * mbit);
  Model slow(two, 0.08, 3);
  slow.slow_down(0.6);
  const auto got = trunks(discover(names(10), slow).network);
  ASSERT_EQ(got.size(), 1U);
  EXPECT_EQ(got[0].side, trunks(two)[0].side);
}

TEST(Discover, HostsOfSeveralRates) {
  std::vector<Cable> cables;
  for (int h = 0; h < 8; ++h) cables.push_back({h, 8 + h / 4, (h % 2 ? 100 : 1000) * mbit, 0});
  cables.push_back({8, 9, 150 * mbit, 0});
  const Network network = Network::of_cables(8, 2, cables);
  Model model(network, 0.05, 7);
  expect_found(network, discover(names(8), model));
}

TEST(Discover, EndsWhenTimeIsUp) {
  const Network network = Network::two_switches(8, 8, 100 * mbit, 100 * mbit);
  Model model(network, 0.05, 7);
  model.most_rounds = 30;
  const Discovery found = discover(names(16), model);
  EXPECT_FALSE(found.complete);
  EXPECT_LE(model.rounds, 40);
  EXPECT_EQ(found.network.hosts(), 16);
}

TEST(Discover, KeepsTheTrunksThatItHasSeenWhenTimeIsUp) {
  const Network network = Network::tree({0, 6, 6, 6, 6}, {0, 0, 0, 0, 0}, 100 * mbit, 300 * mbit);
  Model model(network, 0.05, 7);
  model.most_rounds = 176;
  const Discovery found = discover(names(24), model);
  EXPECT_GT(found.network.switches(), 1);
}

TEST(Discover, NeedsHostsThatHearEachOther) {
  const Network star = Network::star(3, 1);
  Model model(star, 0, 1);
  EXPECT_THROW(discover(names(1), model), std::invalid_argument);
  const Network nothing = Network::star(3, 1e-30);
  Model deaf(nothing, 0, 1);
  EXPECT_THROW(discover(names(3), deaf), std::runtime_error);
}

/// Switches, hosts and trunks at random.
struct RandomTree {
  explicit RandomTree(unsigned seed) : random(seed) {
    const int switches = 1 + static_cast<int>(random() % 5);
    std::vector<int> of_host;
    for (int s = 0; s < switches; ++s) of_host.resize(of_host.size() + 2 + random() % 3, s);
    std::ranges::shuffle(of_host, random);
    hosts = static_cast<int>(of_host.size());
    for (int h = 0; h < hosts; ++h) cables.push_back({h, hosts + of_host[h], 100 * mbit, 1e-5});
    for (int s = 1; s < switches; ++s)
      cables.push_back({hosts + static_cast<int>(random() % s), hosts + s,
                        (50 + static_cast<double>(random() % 500)) * mbit, 1e-5});
    network = Network::of_cables(hosts, switches, cables);
  }
  /// The rate that can arrive at a vertex, not counting one of its cables.
  double supply(int vertex, std::size_t by) const {
    double sum = 0;
    for (std::size_t c = 0; c < cables.size(); ++c)
      if (c != by && (cables[c].a == vertex || cables[c].b == vertex)) {
        const int next = cables[c].a + cables[c].b - vertex;
        sum += next < hosts ? cables[c].rate : std::min(cables[c].rate, supply(next, c));
      }
    return sum;
  }
  /// The rate of a trunk divided by the rate of the traffic that can reach it.
  double part(std::size_t trunk) const {
    const Cable& cable = cables[trunk];
    return cable.rate / std::min(supply(cable.a, trunk), supply(cable.b, trunk));
  }

  std::mt19937 random;
  int hosts = 0;
  std::vector<Cable> cables;
  Network network = Network::star(1, 1);
};

// Each trunk is either clearly too slow for the load that can reach it, or wide enough for all of
// it. In between, measurements may give either answer.
TEST(Discover, RandomTrees) {
  const auto trees = cases(60);
  std::uint32_t tried = 0;
  for (unsigned seed = 1; tried < trees; ++seed) {
    const RandomTree tree(seed);
    std::vector<double> slow;
    bool clear = true;
    for (std::size_t c = tree.hosts; c < tree.cables.size(); ++c) {
      clear = clear && (tree.part(c) < 0.6 || tree.part(c) >= 1);
      if (tree.part(c) < 1) slow.push_back(tree.cables[c].rate);
    }
    if (!clear || slow.empty()) continue;
    ++tried;
    Model model(tree.network, 0.08, seed);
    const Discovery found = discover(names(tree.hosts), model);
    auto right = trunks(tree.network);
    std::erase_if(right, [&](const Trunk& t) { return std::ranges::count(slow, t.rate) == 0; });
    const auto got = trunks(found.network);
    bool same = right.size() == got.size();
    for (std::size_t t = 0; same && t < right.size(); ++t)
      same = right[t].side == got[t].side && std::abs(got[t].rate / right[t].rate - 1) < 0.2;
    EXPECT_TRUE(same) << "seed " << seed << ", right:\n" << text(right) << "found:\n" << text(got);
  }
}

}  // namespace
}  // namespace bamboo::plans::test
