// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/network.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "bamboo/plans/traffic.h"
#include "patterns.h"

namespace bamboo::plans::test {
namespace {

/// "h0-s0 s0-h3"
std::string route(const Network& network, int from, int to) {
  std::string out;
  for (int link : network.route(from, to))
    out += (out.empty() ? "" : " ") + network.links()[link].name;
  return out;
}

/// Every route begins at its sender, ends at its receiver and has no gap; lengths are symmetric.
void check_routes(const Network& network) {
  for (int from = 0; from < network.hosts(); ++from)
    for (int to = 0; to < network.hosts(); ++to) {
      int at = from;
      const auto links = network.route(from, to);
      for (int link : links) {
        ASSERT_EQ(network.links()[link].from, at) << from << " to " << to;
        at = network.links()[link].to;
      }
      ASSERT_EQ(at, to);
      ASSERT_EQ(links.size(), network.route(to, from).size());
    }
}

TEST(Network, RoutesOfAStar) {
  const Network star = Network::star(4, 100 * mbit, 1e-5);
  EXPECT_EQ(route(star, 0, 3), "h0-s0 s0-h3");
  EXPECT_EQ(route(star, 2, 2), "");
  EXPECT_EQ(star.rate(0, 3), 100 * mbit);
  EXPECT_DOUBLE_EQ(star.latency(0, 3), 2e-5);
  EXPECT_TRUE(star.contends_at_hosts_only());
  check_routes(star);
}

TEST(Network, RoutesOfTwoSwitches) {
  const Network network = Network::two_switches(2, 3, 100 * mbit, 1000 * mbit);
  EXPECT_EQ(route(network, 0, 4), "h0-s0 s0-s1 s1-h4");
  EXPECT_EQ(route(network, 4, 2), "h4-s1 s1-h2");
  EXPECT_EQ(network.rate(0, 4), 100 * mbit);
  check_routes(network);
}

TEST(Network, RoutesOfATree) {
  const Network network = Network::tree({1, 2, 2, 1}, {0, 0, 0, 1}, mbit, mbit);
  EXPECT_EQ(route(network, 5, 4), "h5-s3 s3-s1 s1-s0 s0-s2 s2-h4");
  EXPECT_EQ(route(network, 0, 5), "h0-s0 s0-s1 s1-s3 s3-h5");
  check_routes(network);
}

TEST(Network, TrunksAreWideEnoughOrNot) {
  EXPECT_TRUE(Network::two_switches(2, 5, mbit, 2 * mbit).contends_at_hosts_only());
  EXPECT_FALSE(Network::two_switches(3, 5, mbit, 2 * mbit).contends_at_hosts_only());
  EXPECT_FALSE(Network::torus({4}, mbit).contends_at_hosts_only());
}

TEST(Network, RoutesOfATorusAreTheShortOnes) {
  const Network torus = Network::torus({4, 3}, mbit);
  EXPECT_EQ(route(torus, 0, 9), "h0-h9");              // backwards round the first dimension
  EXPECT_EQ(route(torus, 0, 5), "h0-h3 h3-h5");        // then backwards round the second
  EXPECT_EQ(route(torus, 0, 7), "h0-h3 h3-h6 h6-h7");  // a tie goes forwards
  for (const auto& extents :
       std::vector<std::vector<int>>{{1}, {2}, {5}, {2, 2}, {3, 4, 2}, {2, 1, 3}})
    check_routes(Network::torus(extents, mbit));
  EXPECT_EQ(Network::torus({2, 2}, mbit).links().size(), 8u);
  EXPECT_EQ(Network::torus({3, 4}, mbit).links().size(), 48u);
  EXPECT_EQ(Network::torus({17, 17, 17}, mbit).route(0, 4912).size(), 3u) << "without tables";
  EXPECT_THROW(Network::torus({65536, 65537}, mbit), std::invalid_argument);
  EXPECT_THROW(Network::torus({1 << 9, 1 << 9, 2}, mbit), std::invalid_argument);
}

// Two pods of two switches of two hosts; the switches are s0 to s3, above them s4 to s7 of the
// pods, at the top s8 to s11.
TEST(Network, RoutesOfAFatTreeGoUpByTheReceiver) {
  const Network tree = Network::fat_tree({2, 2, 2}, mbit);
  EXPECT_EQ(tree.switches(), 12);
  EXPECT_EQ(tree.links().size(), 48u);
  EXPECT_EQ(route(tree, 0, 1), "h0-s0 s0-h1");
  EXPECT_EQ(route(tree, 0, 2), "h0-s0 s0-s4 s4-s1 s1-h2");
  EXPECT_EQ(route(tree, 0, 3), "h0-s0 s0-s5 s5-s1 s1-h3");
  EXPECT_EQ(route(tree, 0, 7), "h0-s0 s0-s5 s5-s11 s11-s7 s7-s3 s3-h7");
  for (const auto& extents :
       std::vector<std::vector<int>>{{1}, {5}, {3, 4}, {4, 3}, {3, 4, 2}, {2, 1, 3}, {2, 3, 2, 2}})
    check_routes(Network::fat_tree(extents, mbit));
  EXPECT_THROW(Network::fat_tree({2, 0}, mbit), std::invalid_argument);
  EXPECT_THROW(Network::fat_tree({1 << 9, 1 << 9, 2}, mbit), std::invalid_argument);
}

// Each host sends to the host `shift` further: all at their full rate.
TEST(Network, ShiftsFitAFatTree) {
  for (const auto& extents : std::vector<std::vector<int>>{{4, 4}, {3, 4, 2}, {4, 4, 4}}) {
    const Network tree = Network::fat_tree(extents, mbit);
    for (int shift = 1; shift < tree.hosts(); ++shift) {
      Traffic traffic{tree.hosts(), {}};
      for (int host = 0; host < tree.hosts(); ++host)
        traffic.messages.push_back({host, (host + shift) % tree.hosts(), 1000});
      EXPECT_DOUBLE_EQ(bound(traffic, tree), 1000 / mbit) << "shift " << shift;
    }
  }
}

TEST(Network, AnyGraphHasShortestRoutes) {
  // A ring of four switches with a host each.
  const Network ring = Network::of_cables(4, 4,
                                          {{0, 4, 1, 0},
                                           {1, 5, 1, 0},
                                           {2, 6, 1, 0},
                                           {3, 7, 1, 0},
                                           {4, 5, 1, 0},
                                           {5, 6, 1, 0},
                                           {6, 7, 1, 0},
                                           {7, 4, 1, 0}});
  EXPECT_EQ(route(ring, 0, 3), "h0-s0 s0-s3 s3-h3");
  EXPECT_EQ(ring.route(0, 2).size(), 4u);
  EXPECT_FALSE(ring.is_tree());
  check_routes(ring);
}

TEST(Network, RanksShareTheirHostsLinks) {
  for (const Network& base : {Network::star(2, mbit), Network::torus({2}, mbit)}) {
    const Network network = base.with_ranks({0, 0, 1});
    check_routes(network);
    const Traffic traffic{3, {{0, 2, 1000}, {1, 2, 1000}, {0, 1, 1 << 20}}};
    EXPECT_DOUBLE_EQ(bound(traffic, network), 2000 / mbit);
  }
  EXPECT_EQ(route(Network::star(2, mbit).with_ranks({0, 0, 1}), 0, 1), "r0-h0 h0-r1");
  EXPECT_EQ(route(Network::star(2, mbit).with_ranks({0, 0, 1}), 1, 2), "r1-h0 h0-s0 s0-h1 h1-r2");
}

TEST(Network, RefusesNonsense) {
  EXPECT_THROW(Network::star(0, mbit), std::invalid_argument);
  EXPECT_THROW(Network::star(2, 0), std::invalid_argument);
  EXPECT_THROW(Network::of_cables(2, 0, {}), std::invalid_argument);
  EXPECT_THROW(Network::of_cables(2, 0, {{0, 2, 1, 0}}), std::invalid_argument);
  EXPECT_THROW(Network::of_cables(2, 0, {{0, 0, 1, 0}}), std::invalid_argument);
  EXPECT_THROW(Network::tree({1, 1}, {0, 1}, 1, 1), std::invalid_argument);
  EXPECT_THROW(Network::star(2, mbit).with_ranks({0, 2}), std::invalid_argument);
}

TEST(Bound, IsTheBusiestLinks) {
  EXPECT_DOUBLE_EQ(bound(all_to_all(16, 64 * kib), Network::star(16, 100 * mbit)),
                   15 * 64 * kib / (100 * mbit));
  // 8 * 8 messages each way over the trunk.
  EXPECT_DOUBLE_EQ(bound(all_to_all(16, kib), Network::two_switches(8, 8, 100 * mbit, 100 * mbit)),
                   64 * kib / (100 * mbit));
  const Traffic one_to_all{4, {{0, 1, 10}, {0, 2, 20}, {0, 3, 30}}};
  EXPECT_DOUBLE_EQ(bound(one_to_all, Network::star(4, 2)), 30);
  EXPECT_EQ(Network::star(4, 2).links()[busiest_link(one_to_all, Network::star(4, 2)).link].name,
            "h0-s0");
  EXPECT_EQ(busiest_link({4, {}}, Network::star(4, 2)).link, -1);
}

TEST(Network, RanksInAnotherOrderSeeTheSameLinks) {
  const Network tree = Network::tree({2, 2, 2}, {0, 0, 1}, 100 * mbit, 10 * mbit, 1e-5);
  const std::vector<int> host_of{5, 0, 3};
  const Network seen = for_ranks(tree, host_of);
  check_routes(seen);
  EXPECT_TRUE(seen.is_tree());
  EXPECT_EQ(seen.hosts(), 3);
  for (int from = 0; from < 3; ++from)
    for (int to = 0; to < 3; ++to)
      EXPECT_EQ(seen.latency(from, to), tree.latency(host_of[from], host_of[to]));
  EXPECT_EQ(seen.names()[0], "h5");
}

TEST(Network, OfTheHostsAlone) {
  for (const Network& network :
       {Network::two_switches(2, 3, 100 * mbit, 50 * mbit), Network::torus({3, 2}, 100 * mbit)}) {
    const Network again = network.with_ranks({1, 1, 0, 2}).without_ranks();
    EXPECT_EQ(again.names(), network.names());
    EXPECT_EQ(again.ranks(), 0);
    check_routes(again);
    for (int to = 1; to < network.hosts(); ++to)
      EXPECT_EQ(route(again, 0, to), route(network, 0, to));
  }
}

}  // namespace
}  // namespace bamboo::plans::test
