// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "bamboo/taskgraph/buffer.h"
#include "bamboo/taskgraph/decomposition.h"
#include "bamboo/taskgraph/view.h"

namespace bamboo {

/// A task's cells of a decomposition and the ghost cells around them, in contiguous memory of their
/// own; the last dimension is contiguous. Indices are relative to the task's first cell: 0 … n - 1
/// are its own, -ghosts … -1 and n … n + ghosts - 1 are ghost cells.
///
///     put(neighbour, step, now.face(neighbour));           // there: now.set_ghosts(id, values)
///     now.for_each([&](int x, int y) {
///       next(x, y) = (now(x - 1, y) + now(x + 1, y) + now(x, y - 1) + now(x, y + 1)) / 4;
///     });
///
/// Copied with its cells, moved in O(1). One thread at a time.
template <class T, int D>
class Block {
 public:
  using Place = std::array<int, D>;

  Block(const Decomposition<D>& mesh, TaskId task);

  template <class... Index>
    requires IndicesOf<D, Index...>
  T& operator()(Index... index) {
    return cells_[offset(index...)];
  }
  template <class... Index>
    requires IndicesOf<D, Index...>
  const T& operator()(Index... index) const {
    return cells_[offset(index...)];
  }
  /// Its own cells; indices outside of them find the ghost cells.
  View<T, D> view() { return {cells_.data() + origin_, shape_->own.length, strides_}; }
  View<const T, D> view() const { return {cells_.data() + origin_, shape_->own.length, strides_}; }
  /// The own cells within a range of the whole mesh.
  View<T, D> part(const CellRange<D>& range) { return part_of(view(), range); }
  View<const T, D> part(const CellRange<D>& range) const { return part_of(view(), range); }
  std::span<T> row(auto... index) { return view().row(index...); }
  std::span<const T> row(auto... index) const { return view().row(index...); }

  /// The range of the own cells in the whole mesh.
  const CellRange<D>& range() const { return shape_->own; }
  int length(int d) const { return shape_->own.length[d]; }

  /// Sets all cells, ghost cells, too, to value_at(x, y, …) of places in the whole mesh: beyond its
  /// ends (x < 0) where the geometry is not periodic, from the other end where it is.
  template <FunctionOfPlace<D> Function>
  void fill(Function&& value_at);
  /// Its own cells in the order of memory: visit(x, y, …) with the block's indices.
  template <FunctionOfPlace<D> Visit>
  void for_each(Visit&& visit) const {
    view().for_each(visit);
  }

  /// Packs the own cells that this neighbour needs.
  Buffer face(TaskId neighbour) const
    requires Sendable<T>;
  /// Takes what face() of this neighbour has packed for this task. Both throw std::invalid_argument
  /// where the tasks are no neighbours, or the number of values is another one.
  void set_ghosts(TaskId neighbour, std::span<const T> values);
  /// The sum of the own cells, added in the order of memory.
  T sum() const {
    T sum{};
    view().for_each_row([&](std::span<const T> row) {
      for (const T& value : row) sum += value;
    });
    return sum;
  }

 private:
  using Neighbour = typename Decomposition<D>::Neighbour;
  enum class Side { Own, Ghosts };
  struct Shape {
    TaskId task;
    int ghosts;
    CellRange<D> own;
    Place cells;  ///< of the whole mesh
    std::array<bool, D> periodic;
    std::vector<Neighbour> neighbours;
  };

  template <class... Index>
  std::ptrdiff_t offset(Index... index) const {
    const std::ptrdiff_t at[] = {static_cast<std::ptrdiff_t>(index)...};
    std::ptrdiff_t result = origin_ + at[D - 1];
    for (int d = 0; d + 1 < D; ++d) result += at[d] * strides_[d];
    return result;
  }
  /// The cells at the end that a direction shows: its own ones, or the ghost cells behind them.
  template <class AnyView>
  AnyView end_of(AnyView all, const Place& direction, Side side) const;
  template <class AnyView>
  AnyView part_of(AnyView all, const CellRange<D>& range) const;
  /// Throws std::invalid_argument.
  template <class Visit>
  void for_each_direction(TaskId neighbour, Visit visit) const;
  std::size_t values_for(TaskId neighbour) const;

  std::shared_ptr<const Shape> shape_;
  // Copies of two members of the shape: loops read them once, next to the cells.
  std::ptrdiff_t origin_ = 0;  ///< of the own cells
  std::array<std::ptrdiff_t, D - 1> strides_;
  std::vector<T> cells_;
};

template <class T, int D>
Block<T, D>::Block(const Decomposition<D>& mesh, TaskId task) {
  Shape shape{task, mesh.ghosts(), mesh.cells_of(task), mesh.cells(), {}, mesh.neighbours(task)};
  std::ptrdiff_t size = 1;
  for (int d = D; d-- > 0;) {
    shape.periodic[d] = mesh.geometry().periodic(d);
    if (d < D - 1) strides_[d] = size;
    origin_ += shape.ghosts * size;
    size *= shape.own.length[d] + 2 * shape.ghosts;
  }
  shape_ = std::make_shared<const Shape>(std::move(shape));
  cells_.resize(size);
}

template <class T, int D>
template <class AnyView>
AnyView Block<T, D>::end_of(AnyView all, const Place& direction, Side side) const {
  Place first{}, length = shape_->own.length;
  const int ghosts = shape_->ghosts;
  for (int d = 0; d < D; ++d) {
    if (direction[d] == 0) continue;
    const int end = direction[d] < 0 ? 0 : length[d];
    const bool below = (direction[d] < 0) == (side == Side::Ghosts);
    first[d] = below ? end - ghosts : end;
    length[d] = ghosts;
  }
  return all.part(first, length);
}

template <class T, int D>
template <class AnyView>
AnyView Block<T, D>::part_of(AnyView all, const CellRange<D>& range) const {
  CellRange<D> part = shape_->own.intersection(range);
  for (int d = 0; d < D; ++d) part.first[d] -= shape_->own.first[d];
  return all.part(part.first, part.length);
}

template <class T, int D>
template <FunctionOfPlace<D> Function>
void Block<T, D>::fill(Function&& value_at) {
  const Shape& shape = *shape_;
  Place first{}, length = shape.own.length;
  for (int d = 0; d < D; ++d) first[d] = -shape.ghosts, length[d] += 2 * shape.ghosts;
  const View<T, D> all = view().part(first, length);
  all.for_each([&](auto... index) {
    Place at{index...};
    for (int d = 0; d < D; ++d) {
      at[d] += shape.own.first[d] - shape.ghosts;
      if (shape.periodic[d]) at[d] = (at[d] + shape.cells[d]) % shape.cells[d];
    }
    all(index...) = std::apply(value_at, at);
  });
}

template <class T, int D>
template <class Visit>
void Block<T, D>::for_each_direction(TaskId neighbour, Visit visit) const {
  bool found = false;
  for (const Neighbour& each : shape_->neighbours)
    if (each.task == neighbour) visit(each.direction), found = true;
  if (!found) {
    throw std::invalid_argument("task " + std::to_string(neighbour) + " is no neighbour of task " +
                                std::to_string(shape_->task) + " in the decomposition");
  }
}

template <class T, int D>
std::size_t Block<T, D>::values_for(TaskId neighbour) const {
  std::size_t values = 0;
  for_each_direction(neighbour, [&](const Place& direction) {
    values += end_of(view(), direction, Side::Own).size();
  });
  return values;
}

template <class T, int D>
Buffer Block<T, D>::face(TaskId neighbour) const
  requires Sendable<T>
{
  Buffer buffer = Buffer::of<T>(values_for(neighbour));
  T* to = buffer.as<T>().data();
  for_each_direction(neighbour, [&](const Place& direction) {
    to = pack(end_of(view(), direction, Side::Own), to);
  });
  return buffer;
}

template <class T, int D>
void Block<T, D>::set_ghosts(TaskId neighbour, std::span<const T> values) {
  if (values.size() != values_for(neighbour)) {
    throw std::invalid_argument("task " + std::to_string(shape_->task) + " has " +
                                std::to_string(values_for(neighbour)) +
                                " ghost cells towards task " + std::to_string(neighbour) +
                                " and was given " + std::to_string(values.size()) + " values");
  }
  // The neighbour packed these values for the opposite direction.
  const T* from = values.data();
  const auto& all = shape_->neighbours;
  for (auto each = all.rbegin(); each != all.rend(); ++each)
    if (each->task == neighbour) from = unpack(from, end_of(view(), each->direction, Side::Ghosts));
}

}  // namespace bamboo
