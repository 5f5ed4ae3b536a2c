// SPDX-License-Identifier: Apache-2.0
// Plans by nodes, over many localities and with every algorithm among the nodes.
#include "bamboo/plans/by_nodes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bamboo/plans/print.h"
#include "bamboo/plans/verify.h"
#include "faults.h"
#include "problems.h"

namespace bamboo::plans::test {
namespace {

using Places = std::vector<int>;

/// Placements in order and round-robin, even and uneven, also with nodes of one rank.
const std::vector<Places>& many_places() {
  static const std::vector<Places> all = {{0},
                                          {0, 1},
                                          {0, 0, 1, 1},
                                          {0, 1, 0, 1},
                                          {7, 7, 3, 3, 3, 5},
                                          {0, 1, 2, 0, 1, 2, 0, 1, 2},
                                          {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3},
                                          {2, 1, 0, 0, 1, 2, 2, 2, 1, 4},
                                          {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2},
                                          {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7}};
  return all;
}

/// The operation among the nodes is another one where all have their own number of ranks.
Operation among_ranks(Operation among_nodes) {
  return among_nodes == Operation::Allgatherv  ? Operation::Allgather
         : among_nodes == Operation::Alltoallv ? Operation::Alltoall
                                               : among_nodes;
}

bool is_served(const Algorithm& among_nodes, const Locality& locality) {
  switch (among_nodes.operation) {
    case Operation::Bcast:
    case Operation::Allgatherv:
    case Operation::Alltoallv:
      return true;
    case Operation::Allgather:
      return locality.shape().is_even();
    case Operation::Allreduce:
      return locality.shape().splits_reductions();
    default:
      return false;
  }
}

void check(const Algorithm& among_nodes, const Locality& locality, int root, std::size_t count,
           bool in_place) {
  const auto all =
      problems(among_ranks(among_nodes.operation), locality.shape().size, root, count, in_place);
  std::vector<Plan> planned;
  for (const Problem& p : all) planned.push_back(by_nodes(among_nodes, p, locality));
  ASSERT_EQ(verify(all, planned), std::nullopt)
      << among_nodes.name << ", root " << root << ", " << count << " units, " << locality.nodes()
      << " nodes\n"
      << to_text(planned[0]);
}

class ByNodes : public testing::TestWithParam<Algorithm> {};

TEST_P(ByNodes, Verifies) {
  const Algorithm& among_nodes = GetParam();
  for (const Places& places : many_places()) {
    const Locality locality(places);
    if (!is_served(among_nodes, locality)) continue;
    for (int root = 0; root < (has_root(among_nodes.operation) ? locality.shape().size : 1); ++root)
      for (const std::size_t count : {0, 1, 5, 9000})
        for (const bool in_place : {false, true}) {
          if (in_place && !may_be_in_place(among_ranks(among_nodes.operation))) continue;
          if (count == 9000 && (root > 1 || !among_nodes.cuts_blocks)) continue;
          check(among_nodes, locality, root, count, in_place);
          if (HasFatalFailure()) return;
        }
  }
}

std::vector<Algorithm> served_algorithms() {
  std::vector<Algorithm> out;
  for (const Algorithm& each : algorithms())
    if (!each.by_multicast && is_served(each, Locality(Places{0}))) out.push_back(each);
  return out;
}

std::string name_of_test(const testing::TestParamInfo<Algorithm>& info) {
  std::string name = info.param.name;
  for (char& c : name)
    if (c == '/') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Plans, ByNodes, testing::ValuesIn(served_algorithms()), name_of_test);

/// Units that a node's ranks send to other nodes.
std::size_t sent_by_node(const std::vector<Plan>& plans, const Locality& locality, int node) {
  std::size_t units = 0;
  for (const int rank : locality.ranks(node))
    for (const Step& step : plans[rank].steps)
      if (step.kind == Step::Kind::Send && locality.node_of(step.peer) != node) units += step.count;
  return units;
}

std::size_t most_sent(const Selected& selected, Operation operation, const Locality& locality,
                      std::size_t count) {
  std::vector<Plan> planned;
  for (const Problem& p : problems(operation, locality.shape().size, 0, count, false))
    planned.push_back(selected.by_nodes ? by_nodes(*selected.algorithm, p, locality)
                                        : selected.algorithm->make(p));
  std::size_t most = 0;
  for (int node = 0; node < locality.nodes(); ++node)
    most = std::max(most, sent_by_node(planned, locality, node));
  return most;
}

/// 16 nodes with four ranks each.
Locality dealt_out() {
  Places places;
  for (int rank = 0; rank < 64; ++rank) places.push_back(rank % 16);
  return Locality(places);
}
Locality in_order() {
  Places places;
  for (int rank = 0; rank < 64; ++rank) places.push_back(rank / 4);
  return Locality(places);
}

TEST(SelectByNodes, SendsNoByteTwiceBetweenTheSameNodes) {
  constexpr std::size_t large = 1 << 20, block = 1 << 14;
  for (const Locality& locality : {in_order(), dealt_out()}) {
    const auto most = [&](Operation operation, std::size_t count, std::size_t bytes) {
      return most_sent(select(operation, locality.shape(), bytes), operation, locality, count);
    };
    EXPECT_EQ(most(Operation::Bcast, large, large), large);
    EXPECT_EQ(most(Operation::Allgather, 1, block), 60u);
    EXPECT_EQ(most(Operation::Allgather, 1, 8), 60u);
    EXPECT_EQ(most(Operation::Alltoall, 1, 4096), 240u);
  }
  const Locality locality = in_order();
  EXPECT_EQ(most_sent(select(Operation::Allreduce, locality.shape(), large), Operation::Allreduce,
                      locality, large),
            2 * large * 15 / 16);
}

TEST(SelectByNodes, UsesNoNodesIfAllRanksAreOnOneOrEachAlone) {
  for (const Places& places : {Places(12, 0), Places{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}})
    for (const Algorithm& each : algorithms())
      for (const std::size_t bytes : {8, 1 << 20}) {
        const Selected selected = select(each.operation, Locality(places).shape(), bytes);
        EXPECT_FALSE(selected.by_nodes);
        EXPECT_EQ(selected.algorithm, &select(each.operation, 12, bytes));
      }
}

TEST(Locality, SaysWhereTheTreeOfReductionsSplits) {
  EXPECT_TRUE(Locality(Places{0, 0, 1, 1, 2, 2}).shape().splits_reductions());
  EXPECT_FALSE(Locality(Places{0, 0, 0, 1, 1, 1}).shape().splits_reductions())
      << "not a power of two";
  EXPECT_FALSE(Locality(Places{0, 1, 0, 1}).shape().splits_reductions()) << "not in order";
  EXPECT_FALSE(Locality(Places{0, 0, 1}).shape().splits_reductions()) << "not even";
}

}  // namespace
}  // namespace bamboo::plans::test
