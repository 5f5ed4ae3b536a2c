// SPDX-License-Identifier: Apache-2.0
#include "algorithms/shapes/bine_tree.h"

#include <gtest/gtest.h>

#include <vector>

#include "algorithms/shapes/binomial_tree.h"
#include "bamboo/plans/network.h"

namespace bamboo::plans::test {
namespace {

// The distances of section 3 of the paper.
TEST(BineTree, SendsToNearerAndNearerRanks) {
  EXPECT_EQ(BineTree(0, 16, 0).children, (std::vector{5, 13, 1, 15}));
  EXPECT_EQ(BineTree(0, 8, 0).children, (std::vector{3, 7, 1}));
}

TEST(BineTree, RootAndRanksTurnTogether) {
  for (const int child : BineTree(0, 11, 0).children)
    EXPECT_EQ(BineTree((child + 4) % 11, 11, 4).parent, 4);
}

/// Links between switches and hosts that all messages of a broadcast take.
template <class ParentOf>
std::size_t links_taken(const Network& network, const ParentOf& parent_of) {
  std::size_t links = 0;
  for (int rank = 0; rank < network.hosts(); ++rank)
    if (const int parent = parent_of(rank); parent >= 0)
      links += network.route(parent, rank).size();
  return links;
}

// A binomial tree whose root is the first rank of its switch halves where the switches do, and
// takes no more of them than it must; others do not.
TEST(BineTree, TakesFewerLinksThanABinomialTreeOverAllRoots) {
  const Network network = Network::tree({4, 4, 4, 4}, {0, 0, 0, 0}, 1e9, 1e9);
  std::size_t bine = 0, binomial = 0;
  for (int root = 0; root < network.hosts(); ++root) {
    bine += links_taken(network,
                        [&](int rank) { return BineTree(rank, network.hosts(), root).parent; });
    binomial += links_taken(
        network, [&](int rank) { return BinomialTree(rank, network.hosts(), root).parent; });
  }
  EXPECT_LT(bine, binomial);
}

}  // namespace
}  // namespace bamboo::plans::test
