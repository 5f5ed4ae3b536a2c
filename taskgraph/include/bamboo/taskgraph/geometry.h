// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "bamboo/taskgraph/types.h"

namespace bamboo {

/// The grid in which tasks are embedded (`#pragma bamboo dimension N`): row-major, the last
/// dimension varies fastest, as MPI_Cart_create numbers ranks. Dimension 0 is X, 1 is Y, 2 is Z.
class Geometry {
 public:
  Geometry() = default;
  Geometry(std::vector<int> extents, std::vector<bool> periodic);
  /// Extents as MPI_Dims_create(size, dimension) chooses them, nothing periodic.
  static Geometry balanced(int size, int dimension);
  /// "4x2x1"; throws std::invalid_argument with a message for the user.
  static Geometry parse(const std::string& text);

  int dimension() const { return static_cast<int>(extents_.size()); }
  int size() const;
  int extent(int d) const { return extents_[d]; }
  bool periodic(int d) const { return periodic_[d]; }
  std::vector<int> coordinates(TaskId task) const;
  /// -1 when outside of a non-periodic edge; wraps where periodic.
  TaskId at(std::vector<int> coordinates) const;
  /// The task `offset` steps along dimension d; `wrap` treats the dimension as periodic.
  TaskId neighbour(TaskId task, int d, int offset, bool wrap = false) const;

 private:
  std::vector<int> extents_;
  std::vector<bool> periodic_;
};

/// Factors like MPI_Dims_create: `dims` entries > 0 are kept. Throws std::invalid_argument.
void balanced_dims(int size, std::vector<int>& dims);

}  // namespace bamboo
