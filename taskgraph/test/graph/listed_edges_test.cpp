// SPDX-License-Identifier: Apache-2.0
#include "graph/listed_edges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace bamboo;

namespace {

using Ids = std::vector<TaskId>;
using Layouts = std::vector<std::unique_ptr<Layout>>;

/// Each task sends to its double and to the next but one. Counts how often it is asked.
class Doubles final : public Layout {
 public:
  explicit Doubles(int& asked) : asked_(asked) {}
  std::string name() const override { return "Doubles"; }
  Ids targets(TaskId task, const Geometry& geometry) const override {
    ++asked_;
    return {2 * task % geometry.size(), (task + 2) % geometry.size()};
  }
  Ids sources(TaskId, const Geometry&) const override {
    ADD_FAILURE() << "it does not list sources";
    return {};
  }

 private:
  int& asked_;
};

Ids once(Ids tasks) {
  std::ranges::sort(tasks);
  const auto repeated = std::ranges::unique(tasks);
  tasks.erase(repeated.begin(), repeated.end());
  return tasks;
}

Ids list(std::span<const TaskId> tasks) {
  return {tasks.begin(), tasks.end()};
}

}  // namespace

TEST(ListedEdges, AreThoseOfAllLayoutsForAnyPlacement) {
  const Geometry geometry({4, 6}, {true, false});
  Ids dealt(24);
  for (TaskId task = 0; task < 24; ++task) dealt[task] = task * task % 3;
  for (const Placement& placement : {Placement::ranges(24, 1), Placement::ranges(24, 5),
                                     Placement::blocks(geometry, 4), Placement::table(dealt, 3)}) {
    int asked = 0;
    Layouts layouts;
    layouts.push_back(std::make_unique<Doubles>(asked));
    layouts.push_back(predefined_layout("NearestNeighbor", {}));
    layouts.push_back(predefined_layout("MinHeap", {1}));
    for (ProcessId here = 0; here < placement.processes(); ++here) {
      asked = 0;
      const ListedEdges edges = list_edges(layouts, geometry, placement, here);
      const Ids tasks = placement.tasks_of(here);
      EXPECT_EQ(asked, 24 + static_cast<int>(tasks.size())) << "one look at every task for sources";
      for (std::size_t i = 0; i < tasks.size(); ++i) {
        Ids targets, sources;
        for (const auto& layout : layouts) {
          for (const TaskId to : layout->targets(tasks[i], geometry)) targets.push_back(to);
          for (const TaskId from : layout->Layout::sources(tasks[i], geometry))
            sources.push_back(from);
        }
        EXPECT_EQ(list(edges.targets[i]), once(targets)) << tasks[i];
        EXPECT_EQ(list(edges.sources[i]), once(sources)) << tasks[i];
      }
    }
  }
}

TEST(ListedEdges, OfAProcessWithoutTasksAreNone) {
  int asked = 0;
  Layouts layouts;
  layouts.push_back(std::make_unique<Doubles>(asked));
  const Geometry geometry({3}, {false});
  const ListedEdges edges = list_edges(layouts, geometry, Placement::table({0, 0, 0}, 2), 1);
  EXPECT_TRUE(edges.targets.tasks.empty());
  EXPECT_TRUE(edges.sources.tasks.empty());
}
