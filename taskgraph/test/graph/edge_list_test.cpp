// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/edge_list.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace bamboo;

namespace {

using Ids = std::vector<TaskId>;

Ids list(std::span<const TaskId> tasks) {
  return {tasks.begin(), tasks.end()};
}

}  // namespace

TEST(EdgeList, IsEmptyAtFirst) {
  const EdgeList edges;
  EXPECT_EQ(edges.size(), 0u);
  EXPECT_EQ(edges.end(), 0);
  EXPECT_TRUE(edges.targets_of(0).empty());
  EXPECT_TRUE(edges.sources_of(7).empty());
}

TEST(EdgeList, ListsBothEndsInOrder) {
  const Geometry line({6}, {false});
  EdgeList edges("mine");
  for (const auto& [from, to] : {std::pair{4, 1}, {0, 5}, {0, 1}, {4, 1}, {1, 1}, {0, 2}})
    edges.add(from, to);
  EXPECT_EQ(edges.name(), "mine");
  EXPECT_EQ(edges.end(), 6);
  EXPECT_EQ(edges.size(), 5u) << "an edge that was added twice is one";
  EXPECT_EQ(edges.targets(0, line), (Ids{1, 2, 5}));
  EXPECT_EQ(edges.sources(1, line), (Ids{0, 1, 4}));
  EXPECT_EQ(edges.targets(3, line), Ids{});
  EXPECT_TRUE(edges.contains(4, 1, line));
  EXPECT_FALSE(edges.contains(1, 4, line));
  EXPECT_FALSE(edges.contains(-1, 100, line));
  edges.add(3, 0);
  EXPECT_EQ(edges.targets(3, line), Ids{0}) << "added after the first question";
  EXPECT_EQ(edges.sources(1, line), (Ids{0, 1, 4}));
}

TEST(EdgeList, KeepsTheHintsGivenLast) {
  EdgeList edges;
  edges.add(1, 2, {.bytes = 8.0});
  edges.add(0, 1);
  edges.add(1, 2, {.bytes = 16.0, .priority = 3});
  edges.add(1, 2);
  EXPECT_EQ(edges.hints(1, 2)->bytes, 16.0);
  EXPECT_EQ(edges.hints(1, 2)->priority, 3);
  EXPECT_EQ(edges.hints(0, 1)->bytes, std::nullopt);
  EXPECT_FALSE(edges.hints(2, 1));
}

TEST(EdgeList, RefusesNegativeNumbers) {
  EdgeList edges;
  EXPECT_THROW(edges.add(-1, 0), std::invalid_argument);
  EXPECT_THROW(edges.add(0, -1), std::invalid_argument);
}

TEST(EdgeList, AgreesWithASetOfPairs) {
  std::mt19937 random(5);
  for (int tasks : {1, 2, 17, 300}) {
    EdgeList edges;
    std::set<std::pair<TaskId, TaskId>> expected;
    for (int i = 0; i < 5 * tasks; ++i) {
      const TaskId from = static_cast<TaskId>(random() % tasks);
      const TaskId to = static_cast<TaskId>(random() % tasks);
      edges.add(from, to);
      expected.emplace(from, to);
    }
    ASSERT_EQ(edges.size(), expected.size());
    std::set<std::pair<TaskId, TaskId>> by_source, by_target;
    for (TaskId task = 0; task < tasks; ++task) {
      for (TaskId to : edges.targets_of(task)) by_source.emplace(task, to);
      for (TaskId from : edges.sources_of(task)) by_target.emplace(from, task);
      EXPECT_EQ(list(edges.targets_of(task)).size(),
                std::set(edges.targets_of(task).begin(), edges.targets_of(task).end()).size());
    }
    EXPECT_EQ(by_source, expected);
    EXPECT_EQ(by_target, expected);
  }
}
