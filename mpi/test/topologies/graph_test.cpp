// SPDX-License-Identifier: Apache-2.0
#include "topologies/graph.h"

#include <gtest/gtest.h>

#include "errors/errors.h"
#include "topologies/topology.h"

namespace bamboo::mpi {
namespace {

void error(const std::function<void()>& body, int expected) {
  try {
    body();
    ADD_FAILURE() << "no error";
  } catch (const MpiError& e) {
    EXPECT_EQ(e.error_class, expected) << e.what();
  }
}

/// "1:0 1:1" for blocks 0 and 1 of rank 1
std::string text(const std::vector<Neighbourhood::Transfer>& transfers) {
  std::string out;
  for (const auto& [rank, block] : transfers)
    out += (out.empty() ? "" : " ") + std::to_string(rank) + ":" + std::to_string(block);
  return out;
}

TEST(Graph, HasTheNeighboursOfEachNode) {
  // The standard's example.
  const std::vector<int> index{2, 3, 4, 6}, edges{1, 3, 0, 3, 0, 2};
  const GraphTopology graph = make_graph(index, edges.data(), 4);
  EXPECT_EQ(graph.nodes(), 4);
  EXPECT_TRUE(std::ranges::equal(graph.neighbours(0), std::vector{1, 3}));
  EXPECT_TRUE(std::ranges::equal(graph.neighbours(2), std::vector{3}));
  EXPECT_TRUE(std::ranges::equal(graph.neighbours(3), std::vector{0, 2}));
}

TEST(Graph, WhatIsNoneIsAnError) {
  const std::vector<int> edges{1, 0};
  error([&] { make_graph(std::vector{1, 2}, edges.data(), 1); }, MPI_ERR_ARG);
  error([&] { make_graph(std::vector{2, 1}, edges.data(), 2); }, MPI_ERR_ARG);
  error([&] { make_graph(std::vector{2}, edges.data(), 2); }, MPI_ERR_ARG);
  error([&] { make_graph(std::vector{1, 2}, nullptr, 2); }, MPI_ERR_ARG);
}

TEST(DistributedGraphEdges, AreOfTheCommunicatorAndHaveWeights) {
  const int ranks[] = {0, 2}, weights[] = {5, 6};
  EXPECT_EQ(make_edges(2, ranks, weights, 3, "sources").weights, (std::vector{5, 6}));
  EXPECT_TRUE(make_edges(2, ranks, MPI_UNWEIGHTED, 3, "sources").weights.empty());
  EXPECT_TRUE(make_edges(0, nullptr, MPI_WEIGHTS_EMPTY, 3, "sources").ranks.empty());
  error([&] { make_edges(2, ranks, weights, 2, "sources"); }, MPI_ERR_RANK);
  error([&] { make_edges(-1, ranks, weights, 3, "sources"); }, MPI_ERR_ARG);
  error([&] { make_edges(2, ranks, MPI_WEIGHTS_EMPTY, 3, "sources"); }, MPI_ERR_ARG);
}

TEST(Neighbourhoods, OnGridsDataSentDownArriveFromAbove) {
  const CartesianTopology ring{{2}, {1}}, open{{2, 3}, {0, 1}};
  EXPECT_EQ(text(neighbourhood(ring, 0).sends), "1:0 1:1");
  EXPECT_EQ(text(neighbourhood(ring, 0).receives), "1:1 1:0");
  EXPECT_EQ(text(neighbourhood(open, 0).sends), "3:1 2:2 1:3");
  EXPECT_EQ(text(neighbourhood(open, 0).receives), "3:1 1:3 2:2");
  EXPECT_EQ(neighbourhood(open, 0).out_degree, 4);
}

TEST(Neighbourhoods, OfGraphsNeedAsManyEdgesInBothDirections) {
  const GraphTopology twice{{3, 5}, {1, 0, 1, 0, 0}}, one_way{{2, 3}, {1, 1, 0}};
  EXPECT_EQ(text(neighbourhood(twice, 0).sends), "1:0 0:1 1:2");
  EXPECT_EQ(text(neighbourhood(twice, 1).receives), "0:0 0:1");
  error([&] { neighbourhood(one_way, 0); }, MPI_ERR_TOPOLOGY);
}

TEST(Neighbourhoods, OfDistributedGraphsDifferInAndOut) {
  const DistributedGraph graph{{{2}, {}}, {{1, 1}, {}}, false};
  EXPECT_EQ(text(neighbourhood(graph, 0).sends), "1:0 1:1");
  EXPECT_EQ(text(neighbourhood(graph, 0).receives), "2:0");
}

}  // namespace
}  // namespace bamboo::mpi
