// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/layout.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace bamboo {

bool Layout::contains(TaskId from, TaskId to, const Geometry& geometry) const {
  const std::vector<TaskId> all = targets(from, geometry);
  return std::find(all.begin(), all.end(), to) != all.end();
}

std::vector<TaskId> Layout::sources(TaskId task, const Geometry& geometry) const {
  std::vector<TaskId> result;
  for (TaskId from = 0; from < geometry.size(); ++from)
    if (contains(from, task, geometry)) result.push_back(from);
  return result;
}

namespace {

void add_once(std::vector<TaskId>& tasks, TaskId task) {
  if (task >= 0 && std::find(tasks.begin(), tasks.end(), task) == tasks.end())
    tasks.push_back(task);
}

/// A layout along some of the geometry's dimensions; no dimensions named means all of them.
class DimensionLayout : public Layout {
 public:
  DimensionLayout(std::string name, std::vector<int> dims)
      : name_(std::move(name)), dims_(std::move(dims)) {}
  std::string name() const final { return name_; }

  std::vector<TaskId> targets(TaskId task, const Geometry& geometry) const final {
    std::vector<TaskId> result;
    result.reserve(2 * static_cast<std::size_t>(geometry.dimension()));
    for_each_dimension(geometry, [&](int d, int) { add_targets(task, d, geometry, result); });
    return result;
  }
  std::vector<TaskId> sources(TaskId task, const Geometry& geometry) const final {
    std::vector<TaskId> result;
    result.reserve(2 * static_cast<std::size_t>(geometry.dimension()));
    for_each_dimension(geometry, [&](int d, int) { add_sources(task, d, geometry, result); });
    return result;
  }

  bool lists_sources() const final { return true; }

  /// An edge changes one coordinate, so comparing the coordinates decides without a search.
  bool contains(TaskId from, TaskId to, const Geometry& geometry) const final {
    if (to < 0 || to >= geometry.size()) return false;
    bool found = false;
    for_each_dimension(geometry, [&](int d, int stride) {
      const int extent = geometry.extent(d);
      const int here = from / stride % extent, there = to / stride % extent;
      const bool same_line = to - from == (there - here) * stride;
      found = found || (same_line && edge(here, there, extent, geometry.periodic(d)));
    });
    return found;
  }

 protected:
  virtual void add_targets(TaskId task, int d, const Geometry& geometry,
                           std::vector<TaskId>& result) const = 0;
  /// Unless overridden, each edge leads both ways.
  virtual void add_sources(TaskId task, int d, const Geometry& geometry,
                           std::vector<TaskId>& result) const {
    add_targets(task, d, geometry, result);
  }
  /// Whether two tasks that differ only in this dimension, at these coordinates, share an edge.
  virtual bool edge(int here, int there, int extent, bool periodic) const = 0;

 private:
  template <class Visit>
  void for_each_dimension(const Geometry& geometry, Visit visit) const {
    int stride = 1;
    for (int d = geometry.dimension() - 1; d >= 0; --d) {
      const bool named = dims_.empty() || std::find(dims_.begin(), dims_.end(), d) != dims_.end();
      if (named) visit(d, stride);
      stride *= geometry.extent(d);
    }
  }

  std::string name_;
  std::vector<int> dims_;
};

class FaceNeighbours final : public DimensionLayout {
 public:
  using DimensionLayout::DimensionLayout;

 protected:
  void add_targets(TaskId task, int d, const Geometry& geometry,
                   std::vector<TaskId>& result) const override {
    add_once(result, geometry.neighbour(task, d, -1));
    add_once(result, geometry.neighbour(task, d, +1));
  }
  bool edge(int here, int there, int extent, bool periodic) const override {
    const int distance = here < there ? there - here : here - there;
    return distance == 1 || (periodic && distance == extent - 1);
  }
};

/// Shifts by one, for pipelines and systolic algorithms (Cannon). They always form a ring.
class OneNeighbour final : public DimensionLayout {
 public:
  OneNeighbour(std::string name, std::vector<int> dims, int step)
      : DimensionLayout(std::move(name), std::move(dims)), step_(step) {}

 protected:
  void add_targets(TaskId task, int d, const Geometry& geometry,
                   std::vector<TaskId>& result) const override {
    add_once(result, geometry.neighbour(task, d, step_, true));
  }
  void add_sources(TaskId task, int d, const Geometry& geometry,
                   std::vector<TaskId>& result) const override {
    add_once(result, geometry.neighbour(task, d, -step_, true));
  }
  bool edge(int here, int there, int extent, bool) const override {
    return there == (here + step_ + extent) % extent;
  }

 private:
  int step_;
};

/// A complete binary tree in the order of a heap, for broadcasts and reductions along a dimension.
class MinHeap final : public DimensionLayout {
 public:
  using DimensionLayout::DimensionLayout;

 protected:
  void add_targets(TaskId task, int d, const Geometry& geometry,
                   std::vector<TaskId>& result) const override {
    const int here = geometry.coordinates(task)[d];
    const auto add = [&](int there) {
      if (there < geometry.extent(d)) add_once(result, geometry.neighbour(task, d, there - here));
    };
    if (here > 0) add((here - 1) / 2);
    add(2 * here + 1);
    add(2 * here + 2);
  }
  bool edge(int here, int there, int, bool) const override {
    const int child = std::max(here, there), parent = std::min(here, there);
    return child != parent && (child - 1) / 2 == parent;
  }
};

class AllToAll final : public Layout {
 public:
  std::string name() const override { return "AllToAll"; }
  bool joins_all() const override { return true; }
  std::vector<TaskId> targets(TaskId, const Geometry& geometry) const override {
    std::vector<TaskId> all(geometry.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  std::vector<TaskId> sources(TaskId task, const Geometry& geometry) const override {
    return targets(task, geometry);
  }
  bool lists_sources() const override { return true; }
  bool contains(TaskId, TaskId to, const Geometry& geometry) const override {
    return to >= 0 && to < geometry.size();
  }
};

class FunctionLayout final : public Layout {
 public:
  FunctionLayout(std::string name, NeighbourFunction function)
      : name_(std::move(name)), function_(function) {}
  std::string name() const override { return name_; }
  std::vector<TaskId> targets(TaskId task, const Geometry& geometry) const override {
    // The function does not know the capacity. The entries beyond it are allocated too, so that an
    // error can be reported for a function that lists too many.
    const int capacity = geometry.size() + listed_beyond_size;
    const auto listed = std::make_unique_for_overwrite<int[]>(capacity + reserve);
    const int count = function_(task, geometry.size(), listed.get());
    if (count > capacity) {
      throw std::length_error("layout function '" + name_ + "' listed " + std::to_string(count) +
                              " neighbours of rank " + std::to_string(task) + " of " +
                              std::to_string(geometry.size()) + "; there is room for " +
                              std::to_string(capacity));
    }
    std::vector<TaskId> result;
    for (int i = 0; i < count; ++i)
      if (listed[i] < geometry.size()) add_once(result, listed[i]);
    return result;
  }

 private:
  static constexpr int reserve = 1024;
  std::string name_;
  NeighbourFunction function_;
};

}  // namespace

std::unique_ptr<Layout> predefined_layout(const std::string& name, const std::vector<int>& dims) {
  if (name == "NearestNeighbor" || name == "NN")
    return std::make_unique<FaceNeighbours>(name, dims);
  if (name == "OneNeighborForward") return std::make_unique<OneNeighbour>(name, dims, +1);
  if (name == "OneNeighborBackward") return std::make_unique<OneNeighbour>(name, dims, -1);
  if (name == "MinHeap") return std::make_unique<MinHeap>(name, dims);
  if (name == "AllToAll") return std::make_unique<AllToAll>();
  return nullptr;
}

std::unique_ptr<Layout> function_layout(std::string name, NeighbourFunction function) {
  return std::make_unique<FunctionLayout>(std::move(name), function);
}

}  // namespace bamboo
