// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "bamboo/taskgraph/layout.h"

using namespace bamboo;

namespace {

int crossing_edges(const Geometry& geometry, const std::function<ProcessId(TaskId)>& process_of) {
  const auto layout = predefined_layout("NearestNeighbor", {});
  int crossing = 0;
  for (TaskId task = 0; task < geometry.size(); ++task) {
    for (TaskId target : layout->targets(task, geometry)) {
      crossing += process_of(task) != process_of(target);
    }
  }
  return crossing;
}

/// The fewest crossing edges of any process grid that divides the geometry.
int best_grid(const Geometry& geometry, int processes) {
  int best = std::numeric_limits<int>::max();
  std::vector<int> grid(geometry.dimension());
  const std::function<void(int, int)> search = [&](int d, int rest) {
    if (d == geometry.dimension()) {
      if (rest != 1) return;
      best = std::min(best, crossing_edges(geometry, [&](TaskId task) {
                        const std::vector<int> at = geometry.coordinates(task);
                        int process = 0;
                        for (int k = 0; k < geometry.dimension(); ++k) {
                          process = process * grid[k] + at[k] / (geometry.extent(k) / grid[k]);
                        }
                        return process;
                      }));
      return;
    }
    for (int parts = 1; parts <= rest; ++parts) {
      if (rest % parts != 0 || geometry.extent(d) % parts != 0) continue;
      grid[d] = parts;
      search(d + 1, rest / parts);
    }
  };
  search(0, processes);
  return best;
}

void expect_consistent(const Placement& placement) {
  std::vector<int> seen(placement.tasks());
  std::vector<int> sizes;
  for (ProcessId p = 0; p < placement.processes(); ++p) {
    const std::vector<TaskId> tasks = placement.tasks_of(p);
    EXPECT_TRUE(std::is_sorted(tasks.begin(), tasks.end()));
    sizes.push_back(static_cast<int>(tasks.size()));
    for (TaskId task : tasks) {
      ++seen[task];
      EXPECT_EQ(placement.process_of(task), p);
    }
  }
  EXPECT_EQ(seen, std::vector<int>(placement.tasks(), 1));
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  EXPECT_LE(*most - *least, 1);
}

}  // namespace

TEST(Placement, RangesDifferByAtMostOne) {
  for (int tasks = 1; tasks <= 40; ++tasks) {
    for (int processes = 1; processes <= tasks; ++processes) {
      expect_consistent(Placement::ranges(tasks, processes));
    }
  }
}

TEST(Placement, BlocksHaveTheFewestCrossingEdges) {
  const std::vector<Geometry> geometries{Geometry({8, 8}, {false, false}),
                                         Geometry({4, 16}, {false, false}),
                                         Geometry({4, 4, 4}, {false, false, false}),
                                         Geometry({2, 3, 8}, {true, false, true}),
                                         Geometry({2, 8}, {true, true}),
                                         Geometry({12}, {true})};
  for (const Geometry& geometry : geometries) {
    for (int processes : {1, 2, 3, 4, 6, 8, 16}) {
      if (processes > geometry.size()) continue;
      const int best = best_grid(geometry, processes);
      const Placement placement = Placement::blocks(geometry, processes);
      expect_consistent(placement);
      if (best == std::numeric_limits<int>::max()) continue;  // no grid divides it
      const int crossing =
          crossing_edges(geometry, [&](TaskId task) { return placement.process_of(task); });
      EXPECT_EQ(crossing, best) << geometry.size() << " tasks, " << processes << " processes";
    }
  }
}

TEST(Placement, BlocksCutTheSmallestSurfaceOfACube) {
  // Fewest edges cross between slabs along x, but those are the large faces of flat tasks.
  const Placement placement = Placement::blocks(Geometry({4, 2, 2}, {false, false, false}), 4);
  expect_consistent(placement);
  EXPECT_EQ(placement.tasks_of(0), (std::vector<TaskId>{0, 1, 4, 5}));
}

TEST(Placement, BlocksFallBackToRanges) {
  const Placement placement = Placement::blocks(Geometry({3, 3}, {false, false}), 2);
  expect_consistent(placement);
  EXPECT_EQ(placement.tasks_of(0), (std::vector<TaskId>{0, 1, 2, 3, 4}));
}

TEST(Placement, RefusesProcessesWithoutTasks) {
  EXPECT_THROW(Placement::ranges(3, 4), std::invalid_argument);
  EXPECT_THROW(Placement::ranges(3, 0), std::invalid_argument);
}

TEST(Placement, FindsTasksThatFeedOtherProcesses) {
  const Geometry geometry({4, 4}, {false, false});
  const Placement placement = Placement::blocks(geometry, 4);
  const auto layout = predefined_layout("NearestNeighbor", {});
  for (TaskId task = 0; task < 16; ++task) {
    const std::vector<int> at = geometry.coordinates(task);
    const bool inner_edge = at[0] == 1 || at[0] == 2 || at[1] == 1 || at[1] == 2;
    EXPECT_EQ(feeds_other_process(task, *layout, geometry, placement), inner_edge) << task;
  }
}
