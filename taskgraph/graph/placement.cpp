// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <limits>
#include <stdexcept>

#include "bamboo/taskgraph/layout.h"

namespace bamboo {

namespace {

void check(int tasks, int processes) {
  if (processes < 1 || tasks < processes) {
    throw std::invalid_argument(
        fmt::format("{} tasks cannot be spread over {} processes", tasks, processes));
  }
}

/// A program that takes a balanced geometry has a mesh of about the same length along each axis, so
/// that tasks are thin where the geometry has many of them, and their faces there large. A
/// geometry that the user has fitted to the mesh makes cubes of them.
bool is_balanced(const Geometry& geometry) {
  const Geometry balanced = Geometry::balanced(geometry.size(), geometry.dimension());
  for (int d = 0; d < geometry.dimension(); ++d) {
    if (geometry.extent(d) != balanced.extent(d)) return false;
  }
  return true;
}

/// Tries every process grid that divides the geometry; keeps the one that cuts the smallest
/// surface, of those the one that fewest face-neighbour edges cross. Among equals the first
/// dimensions are split, whose faces are contiguous in memory.
class GridSearch {
 public:
  GridSearch(const Geometry& geometry, int processes)
      : geometry_(geometry), balanced_(is_balanced(geometry)), current_(geometry.dimension(), 1) {
    search(0, processes, {});
  }
  const std::vector<int>& best() const { return best_; }  ///< empty: no grid divides the geometry

 private:
  struct Cut {
    long long surface = 0, edges = 0;
    auto operator<=>(const Cut&) const = default;
  };

  void search(int d, int rest, const Cut& cut) {
    if (cut >= best_cut_) return;
    if (d == geometry_.dimension()) {
      if (rest != 1) return;
      best_ = current_;
      best_cut_ = cut;
      return;
    }
    for (int parts = std::min(rest, geometry_.extent(d)); parts >= 1; --parts) {
      if (rest % parts != 0 || geometry_.extent(d) % parts != 0) continue;
      current_[d] = parts;
      const long long plane = geometry_.size() / geometry_.extent(d);
      // An extent of two has one edge between its tasks, periodic or not.
      const bool wraps = geometry_.periodic(d) && parts > 1 && geometry_.extent(d) > 2;
      const long long edges = plane * (parts - 1 + (wraps ? 1 : 0));
      const long long face = balanced_ ? geometry_.extent(d) : 1;
      search(d + 1, rest / parts, {cut.surface + face * edges, cut.edges + edges});
    }
  }

  const Geometry& geometry_;
  const bool balanced_;
  std::vector<int> current_, best_;
  Cut best_cut_{std::numeric_limits<long long>::max(), 0};
};

}  // namespace

Placement Placement::ranges(int tasks, int processes) {
  check(tasks, processes);
  Placement result;
  result.tasks_ = tasks;
  result.processes_ = processes;
  return result;
}

Placement Placement::blocks(const Geometry& geometry, int processes) {
  Placement result = ranges(geometry.size(), processes);
  const GridSearch search(geometry, processes);
  if (!search.best().empty()) {
    result.geometry_ = geometry;
    result.process_grid_ = search.best();
  }
  return result;
}

ProcessId Placement::process_of(TaskId task) const {
  if (!process_grid_.empty()) {
    int process = 0, stride = 1;
    for (int d = geometry_.dimension() - 1; d >= 0; --d) {
      const int extent = geometry_.extent(d), parts = process_grid_[d];
      process += task % extent / (extent / parts) * stride;
      stride *= parts;
      task /= extent;
    }
    return process;
  }
  // The first tasks_ % processes_ processes hold one task more.
  const int size = tasks_ / processes_, longer = tasks_ % processes_;
  const int in_longer = longer * (size + 1);
  return task < in_longer ? task / (size + 1) : longer + (task - in_longer) / size;
}

std::vector<TaskId> Placement::tasks_of(ProcessId process) const {
  std::vector<TaskId> result;
  result.reserve(tasks_ / processes_ + 1);
  if (process_grid_.empty()) {
    const int size = tasks_ / processes_, longer = tasks_ % processes_;
    const int first = process * size + std::min<int>(process, longer);
    const int count = size + (process < longer ? 1 : 0);
    for (int i = 0; i < count; ++i) result.push_back(first + i);
    return result;
  }
  const int dimension = geometry_.dimension();
  std::vector<int> first(dimension), length(dimension);
  for (int d = dimension - 1, rest = process; d >= 0; --d) {
    length[d] = geometry_.extent(d) / process_grid_[d];
    first[d] = rest % process_grid_[d] * length[d];
    rest /= process_grid_[d];
  }
  std::vector<int> at = first;
  while (true) {
    result.push_back(geometry_.at(at));
    int d = dimension - 1;
    while (d >= 0 && ++at[d] == first[d] + length[d]) at[d] = first[d], --d;
    if (d < 0) return result;
  }
}

bool feeds_other_process(TaskId task, const Layout& layout, const Geometry& geometry,
                         const Placement& placement) {
  const ProcessId here = placement.process_of(task);
  for (TaskId target : layout.targets(task, geometry)) {
    if (placement.process_of(target) != here) return true;
  }
  return false;
}

}  // namespace bamboo
