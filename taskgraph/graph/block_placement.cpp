// SPDX-License-Identifier: Apache-2.0
// Placement::Blocks and Placement::BlockCyclic.
#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "graph/placement_rules.h"

namespace bamboo {
namespace {

/// Tries every grid that divides the box.
class GridSearch {
 public:
  GridSearch(const TaskBox& box, int parts) : box_(box), current_(box.extents.size(), 1) {
    for (int extent : box.extents) tasks_ *= extent;
    search(0, parts, {});
  }
  const std::vector<int>& best() const { return best_; }

 private:
  struct Cut {
    long long surface = 0, edges = 0;
    auto operator<=>(const Cut&) const = default;
  };

  void search(std::size_t d, int rest, const Cut& cut) {
    if (cut >= best_cut_) return;
    if (d == current_.size()) {
      if (rest != 1) return;
      best_ = current_;
      best_cut_ = cut;
      return;
    }
    const int extent = box_.extents[d];
    for (int parts = std::min(rest, extent); parts >= 1; --parts) {
      if (rest % parts != 0 || extent % parts != 0) continue;
      current_[d] = parts;
      // An extent of two has one edge between its tasks, whether it wraps or not.
      const bool wraps = box_.wraps[d] && parts > 1 && extent > 2;
      const long long edges = tasks_ / extent * (parts - 1 + (wraps ? 1 : 0));
      search(d + 1, rest / parts, {cut.surface + box_.face[d] * edges, cut.edges + edges});
    }
  }

  const TaskBox& box_;
  long long tasks_ = 1;
  std::vector<int> current_, best_;
  Cut best_cut_{std::numeric_limits<long long>::max(), 0};
};

/// Returns the number of parts along each dimension that cuts the smallest surface. Among such
/// grids it is the one that the fewest edges cross; among equal ones, the first dimensions are
/// split, whose faces are contiguous in memory. Returns nothing if no grid of that many parts
/// divides the box.
std::vector<int> best_grid(const TaskBox& box, int parts) {
  return GridSearch(box, parts).best();
}

/// A balanced geometry usually belongs to a mesh of about the same length along each axis. So tasks
/// are thin along dimensions in which the geometry has many of them, and their faces there are
/// large. In a geometry that the user has fitted to the mesh, tasks are cubes.
bool is_balanced(const Geometry& geometry) {
  const Geometry balanced = Geometry::balanced(geometry.size(), geometry.dimension());
  for (int d = 0; d < geometry.dimension(); ++d)
    if (geometry.extent(d) != balanced.extent(d)) return false;
  return true;
}

/// Visits every coordinate of a box, the last dimension fastest: visit(at).
template <class Visit>
void for_each_place(const std::vector<int>& extents, Visit visit) {
  std::vector<int> at(extents.size());
  if (std::ranges::any_of(extents, [](int extent) { return extent == 0; })) return;
  while (true) {
    visit(at);
    int d = static_cast<int>(extents.size()) - 1;
    while (d >= 0 && ++at[d] == extents[d]) at[d--] = 0;
    if (d < 0) return;
  }
}

int product(const std::vector<int>& extents) {
  return std::accumulate(extents.begin(), extents.end(), 1, std::multiplies<>());
}

}  // namespace

Placement::Blocks::Blocks(const Geometry& geometry) {
  const bool balanced = is_balanced(geometry);
  for (int d = 0; d < geometry.dimension(); ++d) {
    extents_.push_back(geometry.extent(d));
    box_.extents.push_back(geometry.extent(d));
    box_.face.push_back(balanced ? geometry.extent(d) : 1);
    box_.wraps.push_back(geometry.periodic(d));
  }
}

std::shared_ptr<const Placement::Blocks> Placement::Blocks::of(const Geometry& geometry,
                                                               int processes) {
  return Blocks(geometry).divided(processes);
}

std::shared_ptr<const Placement::Blocks> Placement::Blocks::divided(int parts) const {
  const std::vector<int> grid = best_grid(box_, parts);
  if (grid.empty()) return nullptr;
  auto result = std::make_shared<Blocks>(*this);
  for (std::size_t d = 0; d < grid.size(); ++d) {
    result->box_.extents[d] /= grid[d];
    if (grid[d] > 1) result->box_.wraps[d] = false;
  }
  result->levels_.push_back({grid, result->box_.extents});
  return result;
}

std::shared_ptr<const Placement::Rule> Placement::Blocks::split(int parts) const {
  return divided(parts);
}

ProcessId Placement::Blocks::process_of(TaskId task) const {
  ProcessId process = 0;
  for (const Level& level : levels_) {
    int number = 0, stride = 1, rest = task;
    for (std::size_t d = extents_.size(); d-- > 0;) {
      const int at = rest % extents_[d];
      number += at / level.lengths[d] % level.grid[d] * stride;
      stride *= level.grid[d];
      rest /= extents_[d];
    }
    process = process * stride + number;
  }
  return process;
}

int Placement::Blocks::index_in_process(TaskId task) const {
  int index = 0, stride = 1;
  for (std::size_t d = extents_.size(); d-- > 0;) {
    index += task % extents_[d] % box_.extents[d] * stride;
    stride *= box_.extents[d];
    task /= extents_[d];
  }
  return index;
}

int Placement::Blocks::count(ProcessId) const {
  return product(box_.extents);
}

std::vector<TaskId> Placement::Blocks::tasks_of(ProcessId process) const {
  std::vector<int> first(extents_.size());
  for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
    for (std::size_t d = extents_.size(); d-- > 0;) {
      first[d] += process % level->grid[d] * level->lengths[d];
      process /= level->grid[d];
    }
  }
  std::vector<TaskId> result;
  result.reserve(count(process));
  for_each_place(box_.extents, [&](const std::vector<int>& at) {
    TaskId task = 0;
    for (std::size_t d = 0; d < at.size(); ++d) task = task * extents_[d] + first[d] + at[d];
    result.push_back(task);
  });
  return result;
}

Placement::BlockCyclic::BlockCyclic(const Geometry& geometry, const Geometry& processes,
                                    const std::vector<int>& block) {
  const int dimension = geometry.dimension();
  if (processes.dimension() != dimension || static_cast<int>(block.size()) != dimension) {
    throw std::invalid_argument(
        fmt::format("{} dimensions of tasks cannot be dealt out in blocks of {} to {} of processes",
                    dimension, block.size(), processes.dimension()));
  }
  for (int d = 0; d < dimension; ++d) {
    if (block[d] < 1 || 1LL * (processes.extent(d) - 1) * block[d] >= geometry.extent(d)) {
      throw std::invalid_argument(
          fmt::format("along dimension {}, {} tasks in blocks of {} are too few for {} processes",
                      d, geometry.extent(d), block[d], processes.extent(d)));
    }
    dimensions_.push_back({geometry.extent(d), processes.extent(d), block[d]});
  }
}

int Placement::BlockCyclic::Dimension::count(int process) const {
  const int round = block * processes;
  const int rest = std::clamp(extent % round - process * block, 0, block);
  return extent / round * block + rest;
}

ProcessId Placement::BlockCyclic::process_of(TaskId task) const {
  ProcessId process = 0;
  int stride = 1;
  for (auto d = dimensions_.rbegin(); d != dimensions_.rend(); ++d) {
    process += d->owner(task % d->extent) * stride;
    stride *= d->processes;
    task /= d->extent;
  }
  return process;
}

int Placement::BlockCyclic::index_in_process(TaskId task) const {
  int index = 0, stride = 1;
  for (auto d = dimensions_.rbegin(); d != dimensions_.rend(); ++d) {
    const int at = task % d->extent;
    index += d->local(at) * stride;
    stride *= d->count(d->owner(at));
    task /= d->extent;
  }
  return index;
}

int Placement::BlockCyclic::count(ProcessId process) const {
  int result = 1;
  for (auto d = dimensions_.rbegin(); d != dimensions_.rend(); ++d) {
    result *= d->count(process % d->processes);
    process /= d->processes;
  }
  return result;
}

std::vector<TaskId> Placement::BlockCyclic::tasks_of(ProcessId process) const {
  const std::size_t dimension = dimensions_.size();
  std::vector<int> owner(dimension), counts(dimension);
  for (std::size_t d = dimension; d-- > 0;) {
    owner[d] = process % dimensions_[d].processes;
    counts[d] = dimensions_[d].count(owner[d]);
    process /= dimensions_[d].processes;
  }
  std::vector<TaskId> result;
  for_each_place(counts, [&](const std::vector<int>& local) {
    TaskId task = 0;
    for (std::size_t d = 0; d < dimension; ++d) {
      const auto& [extent, processes, block] = dimensions_[d];
      const int at = (local[d] / block * processes + owner[d]) * block + local[d] % block;
      task = task * extent + at;
    }
    result.push_back(task);
  });
  return result;
}

}  // namespace bamboo
