// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>
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

/// Each task in one process, and where its lists say. How many tasks each process has.
std::vector<int> expect_consistent(const Placement& placement) {
  std::vector<int> seen(placement.tasks());
  std::vector<int> sizes;
  for (ProcessId p = 0; p < placement.processes(); ++p) {
    const std::vector<TaskId> tasks = placement.tasks_of(p);
    EXPECT_TRUE(std::is_sorted(tasks.begin(), tasks.end()));
    sizes.push_back(static_cast<int>(tasks.size()));
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      ++seen[tasks[i]];
      EXPECT_EQ(placement.process_of(tasks[i]), p);
      EXPECT_EQ(placement.index_in_process(tasks[i]), static_cast<int>(i));
    }
  }
  EXPECT_EQ(seen, std::vector<int>(placement.tasks(), 1));
  return sizes;
}

void expect_even(const Placement& placement) {
  const std::vector<int> sizes = expect_consistent(placement);
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  EXPECT_LE(*most - *least, 1);
}

}  // namespace

TEST(Placement, RangesDifferByAtMostOne) {
  for (int tasks = 1; tasks <= 40; ++tasks) {
    for (int processes = 1; processes <= tasks; ++processes) {
      expect_even(Placement::ranges(tasks, processes));
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
      expect_even(placement);
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
  expect_even(placement);
  EXPECT_EQ(placement.tasks_of(0), (std::vector<TaskId>{0, 1, 4, 5}));
}

TEST(Placement, BlocksFallBackToRanges) {
  const Placement placement = Placement::blocks(Geometry({3, 3}, {false, false}), 2);
  expect_even(placement);
  EXPECT_EQ(placement.tasks_of(0), (std::vector<TaskId>{0, 1, 2, 3, 4}));
}

TEST(Placement, HierarchicalHasBlocksInBlocks) {
  // 4 x 4 x 4 tasks on two nodes with two processes: slabs of two planes, then halves of a slab.
  const Geometry cube({4, 4, 4}, {false, false, false});
  const Placement placement = Placement::hierarchical(cube, 2, 2);
  expect_even(placement);
  EXPECT_EQ(placement.tasks_of(0), (std::vector<TaskId>{0, 1, 2, 3, 4, 5, 6, 7,  //
                                                        16, 17, 18, 19, 20, 21, 22, 23}));
  EXPECT_EQ(placement.process_of(63), 3);
  // The node of a task is that of the placement of nodes alone.
  for (const Geometry& geometry : {cube, Geometry({8, 4, 6}, {true, false, true})}) {
    for (const auto& [nodes, on_node] : {std::pair{2, 4}, {4, 2}, {8, 4}, {3, 2}, {5, 3}}) {
      const Placement both = Placement::hierarchical(geometry, nodes, on_node);
      expect_consistent(both);
      EXPECT_EQ(both.processes(), nodes * on_node);
      const Placement alone = Placement::blocks(geometry, nodes);
      for (TaskId task = 0; task < geometry.size(); ++task)
        EXPECT_EQ(both.process_of(task) / on_node, alone.process_of(task));
    }
  }
}

TEST(Placement, HierarchicalCutsFewerEdgesBetweenNodes) {
  const Geometry cube({8, 8, 8}, {false, false, false});
  const auto between_nodes = [&](const Placement& placement, int on_node) {
    return crossing_edges(cube, [&](TaskId task) { return placement.process_of(task) / on_node; });
  };
  EXPECT_LE(between_nodes(Placement::hierarchical(cube, 4, 8), 8),
            between_nodes(Placement::blocks(cube, 32), 8));
}

TEST(Placement, SplitsProcessesIntoWorkers) {
  const Geometry plane({4, 4}, {false, false});
  const Placement blocks = Placement::blocks(plane, 4).split(2);
  expect_even(blocks);
  EXPECT_EQ(blocks.tasks_of(0), (std::vector<TaskId>{0, 1}));
  const Placement thirds = Placement::blocks(plane, 4).split(3);  // of four tasks
  EXPECT_EQ(expect_consistent(thirds), (std::vector<int>{2, 1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1}));
  const Placement few = Placement::ranges(3, 2).split(4);
  EXPECT_EQ(expect_consistent(few), (std::vector<int>{1, 1, 0, 0, 1, 0, 0, 0}));
  EXPECT_THROW(few.split(0), std::invalid_argument);
}

TEST(Placement, BlockCyclicDealsBlocksOut) {
  const Placement line =
      Placement::block_cyclic(Geometry({11}, {false}), Geometry({2}, {false}), {2});
  expect_consistent(line);
  EXPECT_EQ(line.tasks_of(0), (std::vector<TaskId>{0, 1, 4, 5, 8, 9}));
  EXPECT_EQ(line.tasks_of(1), (std::vector<TaskId>{2, 3, 6, 7, 10}));
  for (const auto& extents : {std::vector<int>{6, 8}, {7, 5}, {12, 3}}) {
    for (const auto& block : {std::vector<int>{1, 1}, {2, 1}, {2, 2}}) {
      const Geometry plane(extents, {false, false});
      const auto placement =
          Placement::block_cyclic(plane, Geometry({3, 2}, {false, false}), block);
      expect_consistent(placement);
      for (TaskId task = 0; task < plane.size(); ++task) {
        const std::vector<int> at = plane.coordinates(task);
        EXPECT_EQ(placement.process_of(task), at[0] / block[0] % 3 * 2 + at[1] / block[1] % 2);
      }
      expect_consistent(placement.split(2));
    }
  }
}

TEST(Placement, BlockCyclicRefusesWhatDoesNotFit) {
  const Geometry plane({4, 4}, {false, false});
  EXPECT_THROW(Placement::block_cyclic(plane, Geometry({2}, {false}), {1, 1}),
               std::invalid_argument);
  EXPECT_THROW(Placement::block_cyclic(plane, plane, {1}), std::invalid_argument);
  EXPECT_THROW(Placement::block_cyclic(plane, plane, {1, 0}), std::invalid_argument);
  EXPECT_THROW(Placement::block_cyclic(plane, plane, {1, 2}), std::invalid_argument)
      << "a process without tasks";
}

TEST(Placement, TableSaysItItself) {
  const Placement table = Placement::table({2, 0, 2, 2, 0}, 4);
  EXPECT_EQ(expect_consistent(table), (std::vector<int>{2, 0, 3, 0}));
  EXPECT_EQ(table.tasks_of(2), (std::vector<TaskId>{0, 2, 3}));
  EXPECT_THROW(Placement::table({0, 4}, 4), std::invalid_argument);
  EXPECT_THROW(Placement::table({-1}, 4), std::invalid_argument);
}

TEST(Placement, RefusesProcessesWithoutTasks) {
  EXPECT_THROW(Placement::hierarchical(Geometry({5}, {false}), 3, 2), std::invalid_argument);
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
