// SPDX-License-Identifier: Apache-2.0
// Operations of neighbours by messages between nodes: over many localities and graphs, and for
// counts that have changed since.
#include "bamboo/plans/neighbours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "bamboo/plans/network.h"
#include "bamboo/plans/print.h"
#include "bamboo/plans/simulate.h"
#include "bamboo/plans/traffic.h"
#include "bamboo/plans/verify.h"
#include "faults.h"
#include "patterns.h"
#include "problems.h"

namespace bamboo::plans::test {
namespace {

using Places = std::vector<int>;
constexpr Operation of_neighbours[] = {Operation::NeighborAllgatherv, Operation::NeighborAlltoallv};

int below(std::mt19937& random, int end) {
  return static_cast<int>(random() % static_cast<unsigned>(end));
}

/// A graph with several edges between ranks, edges from ranks to themselves, and ranks without
/// edges. Both ends have the edges in different orders.
std::vector<Problem> random_graph(Operation operation, int size, std::mt19937& random) {
  std::vector<Problem> all(size);
  const int density = 1 + below(random, 6);
  for (int rank = 0; rank < size; ++rank) {
    all[rank].operation = operation;
    all[rank].rank = rank;
    all[rank].size = size;
  }
  for (int from = 0; from < size; ++from)
    for (int to = 0; to < size; ++to)
      for (int edge = below(random, density + 2) - density; edge > 0; --edge) {
        all[from].destinations.push_back(to);
        all[to].sources.push_back(from);
      }
  for (Problem& each : all) {
    std::ranges::shuffle(each.sources, random);
    std::ranges::shuffle(each.destinations, random);
  }
  return all;
}

int units(std::mt19937& random) {
  const int kind = below(random, 8);
  return kind < 2 ? 0 : kind == 2 ? below(random, 5000) : below(random, 20);
}

/// The units of the k-th edge of each pair, or of each rank's block.
void draw_counts(std::vector<Problem>& all, std::mt19937& random) {
  for (Problem& p : all) {
    p.count = units(random);
    p.output_counts.assign(p.sources.size(), 0);
    p.input_counts.clear();
  }
  for (Problem& p : all)
    for (std::size_t i = 0; i < p.destinations.size(); ++i) {
      const bool has_one_block = p.operation == Operation::NeighborAllgatherv;
      const std::size_t count = has_one_block ? p.count : units(random);
      if (!has_one_block) p.input_counts.push_back(count);
      auto before =
          std::count(p.destinations.begin(), p.destinations.begin() + i, p.destinations[i]);
      Problem& to = all[p.destinations[i]];
      for (std::size_t k = 0; k < to.sources.size(); ++k)
        if (to.sources[k] == p.rank && before-- == 0) to.output_counts[k] = count;
    }
}

Places random_places(int size, std::mt19937& random) {
  const int nodes = 1 + below(random, size), kind = below(random, 3);
  Places places;
  for (int rank = 0; rank < size; ++rank)
    places.push_back(kind == 0   ? rank * nodes / size
                     : kind == 1 ? rank % nodes
                                 : below(random, nodes));
  return places;
}

std::vector<Plan> aggregated(const std::vector<Problem>& all, const std::vector<Problem>& now,
                             const Locality& locality) {
  std::vector<Plan> plans;
  for (const Problem& each : now) plans.push_back(neighbours_aggregated(all, each, locality));
  return plans;
}

TEST(Neighbours, DirectIsRightOnRandomGraphs) {
  std::mt19937 random(1);
  for (int i = 0; i < 150; ++i)
    for (const Operation operation : of_neighbours) {
      auto all = random_graph(operation, 1 + below(random, 12), random);
      draw_counts(all, random);
      ASSERT_EQ(check_neighbours(all), std::nullopt);
      const std::vector<Plan> made = plans(select(operation, all[0].size, 0), all);
      ASSERT_EQ(verify(all, made), std::nullopt) << "graph " << i << '\n' << to_text(made[0]);
      for (const Plan& each : made) ASSERT_TRUE(is_direct(each));
    }
}

TEST(Neighbours, AggregatedIsRightOnRandomGraphsAndPlaces) {
  std::mt19937 random(2);
  for (int i = 0; i < 150; ++i)
    for (const Operation operation : of_neighbours) {
      auto all = random_graph(operation, 1 + below(random, 12), random);
      draw_counts(all, random);
      const Locality locality(random_places(all[0].size, random));
      const std::vector<Plan> made = aggregated(all, all, locality);
      ASSERT_EQ(verify(all, made), std::nullopt) << "graph " << i << '\n' << to_text(made[0]);
    }
}

TEST(Neighbours, AggregatedFitsOtherCountsOfTheGraph) {
  std::mt19937 random(3);
  for (int i = 0; i < 150; ++i)
    for (const Operation operation : of_neighbours) {
      auto all = random_graph(operation, 1 + below(random, 12), random);
      draw_counts(all, random);
      auto now = all;
      draw_counts(now, random);
      const Locality locality(random_places(all[0].size, random));
      const std::vector<Plan> made = aggregated(all, now, locality);
      ASSERT_EQ(verify(now, made), std::nullopt) << "graph " << i << '\n' << to_text(made[0]);
    }
}

/// Each of `nodes` nodes with two ranks; all ranks have edges to all others.
std::vector<Problem> complete_graph(Operation operation, int nodes, std::size_t units) {
  std::vector<Problem> all(2 * nodes);
  for (int rank = 0; rank < 2 * nodes; ++rank) {
    Problem& p = all[rank];
    p.operation = operation;
    p.rank = rank;
    p.size = 2 * nodes;
    p.count = units;
    for (int other = 0; other < p.size; ++other) {
      p.sources.push_back(other);
      p.destinations.push_back(other);
      p.output_counts.push_back(units);
      if (operation == Operation::NeighborAlltoallv) p.input_counts.push_back(units);
    }
  }
  return all;
}

/// Messages between nodes, and their units.
std::pair<std::size_t, std::size_t> on_wires(const std::vector<Plan>& plans,
                                             const Locality& locality) {
  std::pair<std::size_t, std::size_t> out;
  for (const Plan& plan : plans)
    for (const Step& step : plan.steps)
      if (step.kind == Step::Kind::Send && !step.is_token() &&
          locality.node_of(step.peer) != locality.node_of(plan.rank)) {
        ++out.first;
        out.second += step.count;
      }
  return out;
}

TEST(Neighbours, AggregatedSendsOneMessageForEachPairOfNodes) {
  const Places places{0, 0, 1, 1, 2, 2, 3, 3};
  const Locality locality(places);
  const auto alltoall = complete_graph(Operation::NeighborAlltoallv, 4, 10);
  EXPECT_EQ(on_wires(aggregated(alltoall, alltoall, locality), locality),
            std::pair(std::size_t{12}, std::size_t{12 * 4 * 10}));
  const auto allgather = complete_graph(Operation::NeighborAllgatherv, 4, 10);
  EXPECT_EQ(on_wires(aggregated(allgather, allgather, locality), locality),
            std::pair(std::size_t{12}, std::size_t{12 * 2 * 10}))
      << "each rank's block goes to a node once";
}

/// Edges both ways between ranks that are near to each other in a numbering, of many sizes.
std::vector<Problem> irregular_halos(int size) {
  std::mt19937 random(7);
  std::vector<Problem> all(size);
  for (int rank = 0; rank < size; ++rank) {
    all[rank].operation = Operation::NeighborAlltoallv;
    all[rank].rank = rank;
    all[rank].size = size;
  }
  for (int a = 0; a < size; ++a)
    for (const int distance : {1, 2, 3, 5, 9}) {
      const int b = a + distance;
      if (b >= size || below(random, 4) == 0) continue;
      const std::size_t bytes = 2000 + below(random, 100'000);
      for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
        all[from].destinations.push_back(to);
        all[from].input_counts.push_back(bytes);
        all[to].sources.push_back(from);
        all[to].output_counts.push_back(bytes);
      }
    }
  return all;
}

double bound_of(const std::vector<Problem>& all, const Network& network) {
  Traffic traffic{static_cast<int>(all.size()), {}};
  for (const Problem& p : all)
    for (std::size_t i = 0; i < p.destinations.size(); ++i)
      traffic.messages.push_back({p.rank, p.destinations[i], p.input_counts[i]});
  return bound(traffic, network);
}

TEST(Neighbours, IrregularHalosKeepTheWiresBusy) {
  const auto all = irregular_halos(32);
  ASSERT_EQ(check_neighbours(all), std::nullopt);
  Places places;
  for (int rank = 0; rank < 32; ++rank) places.push_back(rank / 2);
  const Network network = Network::star(16, 100 * mbit).with_ranks(places);
  const double least = bound_of(all, network);
  const Simulated direct = simulate(plans(*find("neighbor_alltoallv/direct"), all), 1, network);
  const Simulated shared = simulate(aggregated(all, all, Locality(places)), 1, network);
  EXPECT_LT(direct.seconds, 1.3 * least) << least;
  EXPECT_LT(shared.seconds, 1.6 * least) << least;
}

TEST(Neighbours, AnEdgeThatOneEndDoesNotKnowIsAFault) {
  auto all = complete_graph(Operation::NeighborAlltoallv, 2, 10);
  EXPECT_EQ(check_neighbours(all), std::nullopt);
  ++all[3].output_counts[1];
  EXPECT_NE(check_neighbours(all), std::nullopt) << "other counts";
  --all[3].output_counts[1];
  all[3].sources.pop_back();
  all[3].output_counts.pop_back();
  EXPECT_NE(check_neighbours(all), std::nullopt) << "one edge less";
}

}  // namespace
}  // namespace bamboo::plans::test
