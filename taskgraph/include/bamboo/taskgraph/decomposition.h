// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/layout.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

/// A box of a mesh's cells, by their places in the whole mesh.
template <int D>
struct CellRange {
  std::array<int, D> first{}, length{};

  /// The cells of both; empty lengths: there are none.
  CellRange intersection(const CellRange& other) const {
    CellRange result;
    for (int d = 0; d < D; ++d) {
      const int end = std::min(first[d] + length[d], other.first[d] + other.length[d]);
      result.first[d] = std::max(first[d], other.first[d]);
      result.length[d] = std::max(0, end - result.first[d]);
    }
    return result;
  }
  bool empty() const { return std::ranges::find(length, 0) != length.end(); }
  friend bool operator==(const CellRange&, const CellRange&) = default;
};

/// The neighbours that a task needs cells from: across faces (stencils along the axes) or also
/// across edges and corners.
enum class Neighbours : unsigned char { Faces, Corners };

template <class T, int D>
class Block;

/// A mesh of D dimensions, cut into one box for each task of a geometry (Thyme, section 3:
/// Jacobi3D). Box sizes differ by at most one along a dimension. Each box is surrounded by `ghosts`
/// layers of cells that hold copies of the neighbours' cells; where the geometry is not periodic,
/// the outermost ones hold boundary values. Without ghost cells a decomposition also describes
/// matrices in blocks (with Placement::block_cyclic()), and the sheets and pencils of an FFT
/// (geometries with extents of 1).
///
/// A value that is cheap to copy; any thread may use it.
template <int D>
  requires(D >= 1)
class Decomposition {
 public:
  using Place = std::array<int, D>;
  /// Who needs cells of a task, and which: those at its low (-1) or high (1) end along each
  /// dimension, or all (0). A task is there several times where the geometry is small and periodic.
  struct Neighbour {
    TaskId task;
    std::array<int, D> direction;
  };

  /// Throws std::invalid_argument where the geometry has another dimension, or a task would have
  /// no cells, or fewer than ghosts.
  Decomposition(const Place& cells, const Geometry& geometry, int ghosts = 1,
                Neighbours neighbours = Neighbours::Faces);

  const Place& cells() const { return cells_; }
  const Geometry& geometry() const { return *geometry_; }
  int ghosts() const { return ghosts_; }
  /// The task's own cells.
  CellRange<D> cells_of(TaskId task) const;
  /// Lists the neighbours in the order in which the values of one neighbour are packed.
  std::vector<Neighbour> neighbours(TaskId task) const;
  /// The edges along which faces (and corners) travel, for TaskGraph::add_layout().
  std::unique_ptr<Layout> layout() const;
  /// A task's cells and ghost cells, of T(). Needs bamboo/taskgraph/block.h.
  template <class T>
  Block<T, D> block(TaskId task) const {
    return Block<T, D>(*this, task);
  }

 private:
  class NeighbourLayout;

  Place cells_;
  std::shared_ptr<const Geometry> geometry_;
  int ghosts_;
  Neighbours kind_;
};

template <int D>
  requires(D >= 1)
Decomposition<D>::Decomposition(const Place& cells, const Geometry& geometry, int ghosts,
                                Neighbours neighbours)
    : cells_(cells),
      geometry_(std::make_shared<Geometry>(geometry)),
      ghosts_(ghosts),
      kind_(neighbours) {
  if (geometry.dimension() != D) {
    throw std::invalid_argument("a mesh of " + std::to_string(D) + " dimensions in a geometry of " +
                                std::to_string(geometry.dimension()));
  }
  for (int d = 0; d < D; ++d) {
    if (ghosts < 0 || cells[d] / geometry.extent(d) < std::max(1, ghosts)) {
      throw std::invalid_argument(std::to_string(cells[d]) + " cells along dimension " +
                                  std::to_string(d) + " are too few for " +
                                  std::to_string(geometry.extent(d)) + " tasks with " +
                                  std::to_string(ghosts) + " ghost cells");
    }
  }
}

template <int D>
  requires(D >= 1)
CellRange<D> Decomposition<D>::cells_of(TaskId task) const {
  CellRange<D> result;
  for (int d = D; d-- > 0;) {
    const long long extent = geometry_->extent(d), at = task % extent;
    result.first[d] = static_cast<int>(at * cells_[d] / extent);
    result.length[d] = static_cast<int>((at + 1) * cells_[d] / extent) - result.first[d];
    task /= static_cast<TaskId>(extent);
  }
  return result;
}

template <int D>
  requires(D >= 1)
auto Decomposition<D>::neighbours(TaskId task) const -> std::vector<Neighbour> {
  std::vector<Neighbour> result;
  if (ghosts_ == 0) return result;
  int directions = 1;
  for (int d = 0; d < D; ++d) directions *= 3;
  for (int number = 0; number < directions; ++number) {
    Neighbour neighbour{task, {}};
    int axes = 0, rest = number;
    for (int d = D; d-- > 0; rest /= 3) {
      const int step = neighbour.direction[d] = rest % 3 - 1;
      if (step == 0) continue;
      ++axes;
      if (neighbour.task >= 0) neighbour.task = geometry_->neighbour(neighbour.task, d, step);
    }
    const bool needs = axes == 1 || (axes > 1 && kind_ == Neighbours::Corners);
    if (needs && neighbour.task >= 0) result.push_back(neighbour);
  }
  return result;
}

template <int D>
  requires(D >= 1)
class Decomposition<D>::NeighbourLayout final : public Layout {
 public:
  explicit NeighbourLayout(const Decomposition& mesh) : mesh_(mesh) {}
  std::string name() const override { return "the neighbours of a decomposition"; }
  std::vector<TaskId> targets(TaskId task, const Geometry&) const override {
    std::vector<TaskId> result;
    for (const Neighbour& neighbour : mesh_.neighbours(task)) result.push_back(neighbour.task);
    std::ranges::sort(result);
    const auto repeated = std::ranges::unique(result);
    result.erase(repeated.begin(), repeated.end());
    return result;
  }
  /// Each edge leads both ways.
  std::vector<TaskId> sources(TaskId task, const Geometry& geometry) const override {
    return targets(task, geometry);
  }
  bool lists_sources() const override { return true; }

 private:
  const Decomposition mesh_;
};

template <int D>
  requires(D >= 1)
std::unique_ptr<Layout> Decomposition<D>::layout() const {
  return std::make_unique<NeighbourLayout>(*this);
}

}  // namespace bamboo
