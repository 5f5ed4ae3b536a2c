// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/model.h"

#include <gtest/gtest.h>

#include "patterns.h"

namespace bamboo::plans::test {
namespace {

constexpr std::size_t bytes = 125'000;  // 10 ms at 100 Mbit/s

double bound_ms(Operation operation, const Network& network, int root = 0) {
  return bound(operation, bytes, root, network).value() * 1e3;
}

TEST(Bound, OnAStar) {
  const Network star = Network::star(5, 100 * mbit);
  EXPECT_NEAR(bound_ms(Operation::Alltoall, star), 40, 1e-6);
  EXPECT_NEAR(bound_ms(Operation::Allgather, star), 40, 1e-6);
  EXPECT_NEAR(bound_ms(Operation::Gather, star), 40, 1e-6);
  EXPECT_NEAR(bound_ms(Operation::Scatter, star, 3), 40, 1e-6);
  EXPECT_NEAR(bound_ms(Operation::ReduceScatterBlock, star), 40, 1e-6);
  EXPECT_NEAR(bound_ms(Operation::Bcast, star), 10, 1e-6);
  EXPECT_NEAR(bound_ms(Operation::Reduce, star), 10, 1e-6);
  EXPECT_NEAR(bound_ms(Operation::Scan, star), 10, 1e-6);
  EXPECT_NEAR(bound_ms(Operation::Allreduce, star), 16, 1e-6);  // 2 * 4/5
  EXPECT_EQ(bound_ms(Operation::Barrier, star), 0);
  EXPECT_FALSE(bound(Operation::Alltoallv, bytes, 0, star));
}

TEST(Bound, OfATrunk) {
  const Network two = Network::two_switches(3, 2, 100 * mbit, 50 * mbit);
  EXPECT_NEAR(bound_ms(Operation::Alltoall, two), 6 * 20, 1e-6);
  EXPECT_NEAR(bound_ms(Operation::Allgather, two), 3 * 20, 1e-6);
  EXPECT_NEAR(bound_ms(Operation::Bcast, two), 20, 1e-6);
  EXPECT_NEAR(bound_ms(Operation::Gather, two, 4), 3 * 20, 1e-6);
  EXPECT_NEAR(bound_ms(Operation::Gather, two, 0), 40, 1e-6);
}

TEST(Bound, RanksOnAHostShareItsCable) {
  const Network ranks = Network::star(2, 100 * mbit).with_ranks({0, 0, 1, 1});
  EXPECT_NEAR(bound_ms(Operation::Alltoall, ranks), 40, 1e-6);
  EXPECT_NEAR(bound_ms(Operation::Allgather, ranks), 20, 1e-6);
  EXPECT_NEAR(bound_ms(Operation::Allreduce, ranks), 10, 1e-6);
}

TEST(Bound, OfBlocksOfDifferentSizes) {
  const Network two = Network::two_switches(2, 2, 100 * mbit, 50 * mbit);
  const std::size_t blocks[] = {bytes, 0, 2 * bytes, 3 * bytes};
  const auto ms = [&](Operation operation, int root) {
    return bound(operation, blocks, root, two).value() * 1e3;
  };
  EXPECT_NEAR(ms(Operation::Gatherv, 0), 5 * 20, 1e-6);  // the trunk
  EXPECT_NEAR(ms(Operation::Gatherv, 3), 3 * 10, 1e-6);  // the root's cable
  EXPECT_NEAR(ms(Operation::Scatterv, 1), 5 * 20, 1e-6);
  EXPECT_NEAR(ms(Operation::Scatterv, 2), 40, 1e-6);
  EXPECT_NEAR(ms(Operation::Allgatherv, 0), 5 * 20, 1e-6);
  EXPECT_NEAR(ms(Operation::ReduceScatter, 0), 5 * 20, 1e-6);
  EXPECT_FALSE(bound(Operation::Alltoallv, blocks, 0, two));
  const std::size_t equal[] = {bytes, bytes, bytes, bytes};
  EXPECT_EQ(bound(Operation::Allgatherv, equal, 0, two),
            bound(Operation::Allgather, bytes, 0, two));
  EXPECT_EQ(bound(Operation::Gatherv, equal, 1, two), bound(Operation::Gather, bytes, 1, two));
}

// In a network with several routes, the bound counts a host's own links together, and the routes of
// an all-to-all. A host of the torus has four links.
TEST(Bound, OfNetworksWithCycles) {
  const Network torus = Network::torus({3, 3}, 100 * mbit);
  const auto units = [&](Operation operation, const Network& network) {
    return bound(operation, bytes, 0, network).value() / (bytes / (100 * mbit));
  };
  EXPECT_DOUBLE_EQ(units(Operation::Allgather, torus), 8.0 / 4);
  EXPECT_DOUBLE_EQ(units(Operation::Bcast, torus), 1.0 / 4);
  EXPECT_DOUBLE_EQ(units(Operation::Alltoall, torus), 3);
  EXPECT_DOUBLE_EQ(units(Operation::Allgather, torus.with_ranks({0, 0, 1, 2})), 3.0 / 4);
  const Network tree = Network::fat_tree({2, 2, 2}, 100 * mbit);
  EXPECT_DOUBLE_EQ(units(Operation::Allgather, tree), 7);
  EXPECT_DOUBLE_EQ(units(Operation::Alltoall, tree), 7);
}

TEST(Bound, IsNeverBeatenByAnyAlgorithm) {
  const Network networks[] = {Network::star(6, 100 * mbit, 0),
                              Network::two_switches(3, 3, 100 * mbit, 100 * mbit, 0),
                              Network::tree({2, 2, 2}, {0, 0, 0}, 100 * mbit, 150 * mbit, 0),
                              Network::torus({3, 2}, 100 * mbit, 0),
                              Network::fat_tree({3, 2}, 100 * mbit, 0),
                              Network::star(3, 100 * mbit, 0).with_ranks({0, 1, 2, 0, 1, 2})};
  int compared = 0;
  for (const Network& network : networks)
    for (const Algorithm& algorithm : algorithms())
      for (int root : {0, 4})
        if (const auto seconds = simulated(algorithm, 64 << 10, root, network)) {
          ++compared;
          EXPECT_GE(*seconds * (1 + 1e-6),
                    bound(algorithm.operation, 64 << 10, root, network).value())
              << algorithm.name << ", root " << root;
        }
  EXPECT_GT(compared, 100);
}

TEST(Model, PrefersWhatTakesLeast) {
  const Network star = Network::star(8, 100 * mbit);
  std::vector<const Algorithm*> all;
  for (const Algorithm& algorithm : algorithms())
    if (algorithm.operation == Operation::Alltoall) all.push_back(&algorithm);
  const auto best = most_promising(all, 64 << 10, star, 2);
  ASSERT_EQ(best.size(), 2U);
  for (const Algorithm* algorithm : best) EXPECT_STRNE(algorithm->name, "alltoall/bruck");
  // If nothing is simulated, all candidates stay.
  EXPECT_EQ(most_promising(all, 64 << 10, Network::star(65, 100 * mbit), 2), all);
}

}  // namespace
}  // namespace bamboo::plans::test
