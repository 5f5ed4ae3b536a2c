// SPDX-License-Identifier: Apache-2.0
#include "graph/urgency.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/edge_list.h"
#include "bamboo/taskgraph/layout.h"

using namespace bamboo;

namespace {

/// The hints of one process's tasks.
class Filled {
 public:
  Filled(const KnownGraph& graph, std::vector<TaskHints> given) : hints_(std::move(given)) {
    std::vector<TaskHints*> open;
    for (TaskHints& task : hints_) open.push_back(&task);
    fill_hints(graph, open);
  }
  const TaskHints& operator[](int i) const { return hints_[i]; }
  std::vector<double> lengths() const {
    std::vector<double> result;
    for (const TaskHints& task : hints_) result.push_back(task.path->length);
    return result;
  }
  std::vector<int> priorities() const {
    std::vector<int> result;
    for (const TaskHints& task : hints_) result.push_back(task.priority);
    return result;
  }

 private:
  std::vector<TaskHints> hints_;
};

KnownGraph graph_of(const EdgeList& edges, const Placement& placement, ProcessId here = 0) {
  return {.placement = placement,
          .here = here,
          .targets =
              [&edges](TaskId task, std::vector<TaskId>& out) {
                std::ranges::copy(edges.targets_of(task), std::back_inserter(out));
              },
          .whole = true};
}

KnownGraph graph_of(const Layout& layout, const Geometry& geometry, const Placement& placement,
                    ProcessId here = 0) {
  return {.placement = placement,
          .here = here,
          .targets =
              [&](TaskId task, std::vector<TaskId>& out) {
                std::ranges::copy(layout.targets(task, geometry), std::back_inserter(out));
              },
          .whole = true};
}

using Lengths = std::vector<double>;

}  // namespace

TEST(Urgency, PathsOfADiamondAreItsBottomLevels) {
  EdgeList edges;
  for (const auto& [from, to] : {std::pair{0, 1}, {0, 2}, {1, 3}, {2, 3}}) edges.add(from, to);
  const Placement one = Placement::ranges(4, 1);
  const Filled plain(graph_of(edges, one), std::vector<TaskHints>(4));
  EXPECT_EQ(plain.lengths(), (Lengths{3, 2, 2, 1}));
  EXPECT_EQ(plain[0].path->per_run, 0);
  EXPECT_EQ(plain.priorities(), (std::vector<int>{30, 15, 15, 1}));
  const Filled costs(graph_of(edges, one), {{.cost = 1}, {.cost = 2}, {.cost = 7}, {.cost = 0.5}});
  EXPECT_EQ(costs.lengths(), (Lengths{8.5, 2.5, 7.5, 0.5}));
}

TEST(Urgency, EdgesThatLeaveTheProcessAddTheirBytes) {
  // 0 → 1 → 3 and 0 → 2 → 3; tasks 0 and 1 here, 2 and 3 elsewhere.
  EdgeList edges;
  edges.add(0, 1);
  edges.add(0, 2, {.bytes = 30.0});
  edges.add(1, 3, {.bytes = 10.0});
  edges.add(2, 3);
  const Placement two = Placement::ranges(4, 2);
  KnownGraph graph = graph_of(edges, two);
  EXPECT_EQ(Filled(graph, std::vector<TaskHints>(2)).lengths(), (Lengths{4, 3}))
      << "one task each and one message";
  graph.edge_hints = [&](TaskId from, TaskId to) { return *edges.hints(from, to); };
  EXPECT_EQ(Filled(graph, std::vector<TaskHints>(2)).lengths(), (Lengths{4.5, 2.5}))
      << "the mean message has 20 bytes";
  graph.hints = [](TaskId task) { return TaskHints{.cost = task == 2 ? 13.0 : 1.0}; };
  EXPECT_EQ(Filled(graph, std::vector<TaskHints>(2)).lengths(), (Lengths{21, 4}))
      << "costs of other processes' tasks count; a mean task has cost 4";
  graph.whole = false;
  EXPECT_EQ(Filled(graph, std::vector<TaskHints>(2)).lengths(), (Lengths{2.5, 1.5}))
      << "of its own tasks alone";
}

TEST(Urgency, BottomLevelsAgreeWithASearchOfAllPaths) {
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    constexpr int tasks = 40;
    EdgeList edges;
    std::vector<TaskHints> given(tasks);
    for (int i = 0; i < 120; ++i) {
      const int a = static_cast<int>(random() % tasks), b = static_cast<int>(random() % tasks);
      if (a != b) edges.add(std::max(a, b), std::min(a, b));
    }
    std::vector<double> expected(tasks);
    for (int task = 0; task < tasks; ++task) {
      given[task].cost = static_cast<double>(random() % 8);
      for (TaskId to : edges.targets_of(task))
        expected[task] = std::max(expected[task], expected[to]);
      expected[task] += *given[task].cost;
    }
    EXPECT_EQ(Filled(graph_of(edges, Placement::ranges(tasks, 1)), given).lengths(), expected);
  }
}

TEST(Urgency, StencilsPutTheEarliestIterationFirstAndThenTheBoundary) {
  const Geometry line({12}, {false});
  const auto layout = predefined_layout("NearestNeighbor", {});
  const Placement two = Placement::ranges(12, 2);
  const Filled hints(graph_of(*layout, line, two), std::vector<TaskHints>(6));
  EXPECT_EQ(hints.lengths(), (Lengths{1, 2, 3, 4, 5, 6}));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(hints[i].path->per_run, 7) << "an iteration outweighs it";
  EXPECT_TRUE(std::ranges::is_sorted(hints.priorities()));
  EXPECT_EQ(hints[5].priority, 31);
  EXPECT_EQ(hints[0].priority, 1);
}

TEST(Urgency, OneProcessHasNoBoundary) {
  const Geometry plane({3, 3}, {true, true});
  const auto layout = predefined_layout("OneNeighborForward", {});
  const Filled hints(graph_of(*layout, plane, Placement::ranges(9, 1)), std::vector<TaskHints>(9));
  EXPECT_EQ(hints.priorities(), std::vector<int>(9, 0));
  EXPECT_EQ(hints.lengths(), Lengths(9, 0));
  EXPECT_EQ(hints[0].path->per_run, 2);
}

TEST(Urgency, SeesACycleThroughOtherProcesses) {
  const Geometry ring({6}, {true});
  const auto layout = predefined_layout("OneNeighborForward", {});
  const Placement two = Placement::ranges(6, 2);
  KnownGraph graph = graph_of(*layout, ring, two, 1);
  EXPECT_EQ(Filled(graph, std::vector<TaskHints>(3)).lengths(), (Lengths{1, 2, 3}));
  graph.whole = false;
  EXPECT_EQ(Filled(graph, std::vector<TaskHints>(3)).lengths(), (Lengths{4, 3, 2}))
      << "its own tasks form a pipeline";
}

TEST(Urgency, KeepsWhatIsGiven) {
  const Geometry line({6}, {false});
  const auto layout = predefined_layout("NearestNeighbor", {});
  const Placement two = Placement::ranges(6, 2);
  const Filled hints(graph_of(*layout, line, two),
                     {{.priority = 5}, {.path = RemainingPath{9, 1}}, {.priority = -3}});
  EXPECT_EQ(hints.priorities(), (std::vector<int>{5, 0, -2})) << "raised where it feeds another";
  EXPECT_EQ(hints.lengths(), (Lengths{1, 9, 3}));
}

TEST(Urgency, PrioritiesOfEdgesRaiseTheTaskAtTheirBeginning) {
  EdgeList edges;
  edges.add(0, 1);
  edges.add(1, 2, {.priority = 4});
  const Placement one = Placement::ranges(3, 1);
  KnownGraph graph = graph_of(edges, one);
  graph.edge_hints = [&](TaskId from, TaskId to) { return *edges.hints(from, to); };
  const Filled hints(graph, {{.priority = 1}, {}, {}});
  EXPECT_EQ(hints.priorities(), (std::vector<int>{1, 4, 0}));
}

TEST(Urgency, AbsurdHintsAreHarmless) {
  EdgeList edges;
  edges.add(0, 1, {.bytes = std::numeric_limits<double>::quiet_NaN(), .priority = 1 << 30});
  edges.add(1, 2, {.bytes = -7.0, .priority = std::numeric_limits<int>::min()});
  const Placement two = Placement::ranges(3, 2);
  KnownGraph graph = graph_of(edges, two);
  graph.edge_hints = [&](TaskId from, TaskId to) { return *edges.hints(from, to); };
  const double infinite = std::numeric_limits<double>::infinity();
  const Filled hints(graph, {{.priority = std::numeric_limits<int>::max(), .cost = infinite},
                             {.priority = std::numeric_limits<int>::min(), .cost = -1}});
  EXPECT_EQ(hints.lengths(), (Lengths{4, 3}));
  EXPECT_EQ(hints[0].priority, 62);
}
