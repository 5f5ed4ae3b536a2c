// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "bamboo/plans/schedulers.h"
#include "faults.h"
#include "patterns.h"

namespace bamboo::plans::test {
namespace {

/// Phases as long as one message each, so that they are as many as the bound has messages.
void check_optimal(const Network& network, const std::string& name) {
  const Traffic traffic = all_to_all(network.hosts(), 1000);
  const Phases phases = tree_all_to_all(traffic, network);
  ASSERT_EQ(check(phases, traffic, network), std::nullopt) << name;
  EXPECT_NEAR(static_cast<double>(phases.phases.size()),
              bound(traffic, network) * fast_ethernet / 1000, 1e-6)
      << name;
}

TEST(TreeAllToAll, AStarIsTheRing) {
  for (int hosts : {2, 3, 8, 17}) check_optimal(Network::star(hosts, fast_ethernet), "star");
}

TEST(TreeAllToAll, TwoSwitchesHaveABusyTrunk) {
  for (int left = 1; left <= 9; ++left)
    for (int right = 1; right <= 9; ++right)
      check_optimal(Network::two_switches(left, right, fast_ethernet, fast_ethernet),
                    std::to_string(left) + "+" + std::to_string(right));
}

TEST(TreeAllToAll, TreesOfSwitchesReachTheBound) {
  for (std::uint32_t seed = 0; seed < cases(150); ++seed) {
    std::mt19937 random(seed);
    const int switches = 1 + static_cast<int>(random() % 7);
    std::vector<int> hosts(switches), parent(switches, 0);
    int all = 0;
    for (int s = 0; s < switches; ++s) {
      all += hosts[s] = static_cast<int>(random() % 6);
      if (s > 0) parent[s] = static_cast<int>(random() % s);
    }
    if (all < 2) continue;
    check_optimal(Network::tree(hosts, parent, fast_ethernet, fast_ethernet),
                  "seed " + std::to_string(seed));
  }
}

TEST(TreeAllToAll, IsForEvenPatternsOnEqualLinksOnly) {
  const Scheduler& tree = *find_scheduler("tree_all_to_all");
  Traffic traffic = all_to_all(8, 10);
  EXPECT_TRUE(tree.serves(traffic, Network::two_switches(4, 4, fast_ethernet, fast_ethernet)));
  EXPECT_FALSE(tree.serves(traffic, Network::two_switches(4, 4, fast_ethernet, 2 * fast_ethernet)));
  EXPECT_FALSE(tree.serves(traffic, Network::torus({8}, fast_ethernet)));
  // A host in the middle has no subtree of its own: a - b - c - switch.
  EXPECT_FALSE(tree.serves(
      all_to_all(3, 10),
      Network::of_cables(
          3, 1, {{0, 1, fast_ethernet, 0}, {1, 2, fast_ethernet, 0}, {2, 3, fast_ethernet, 0}})));
  traffic.messages[3].bytes = 11;
  EXPECT_FALSE(tree.serves(traffic, Network::two_switches(4, 4, fast_ethernet, fast_ethernet)));
  traffic.messages.pop_back();
  EXPECT_FALSE(tree.serves(traffic, Network::two_switches(4, 4, fast_ethernet, fast_ethernet)));
}

}  // namespace
}  // namespace bamboo::plans::test
