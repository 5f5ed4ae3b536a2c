// SPDX-License-Identifier: Apache-2.0
// The task graph of a Jacobi 3D: made on the fly from the geometry, so that no table grows with the
// machine.
#pragma once

#include <optional>
#include <vector>

#include "input.h"

namespace simulator {

inline constexpr int faces = 6;

/// Returns extents as even as possible, the largest first, as MPI_Dims_create does.
Triple balanced(int count);

/// One side of what two tasks exchange.
struct Face {
  int peer;      ///< the task behind it
  int axis;      ///< 2 is contiguous in memory, so faces across it are strided
  double bytes;  ///< of all messages
  int messages;
};

/// The assignment of the mesh's parts to tasks. Form Overlapped has two tasks per rank: its halves.
class Stencil {
 public:
  explicit Stencil(const Job& job);

  int tasks() const { return geometry_[0] * geometry_[1] * geometry_[2] * halves_; }
  int halves() const { return halves_; }
  const Triple& geometry() const { return geometry_; }
  const Triple& mesh() const { return mesh_; }
  Triple at(int rank) const;
  double points(int task) const;
  double rows(int task) const;
  /// At most one for each face; empty if the job does not communicate.
  std::vector<Face> faces_of(int task) const;

 private:
  int cells(int axis, int place) const;

  const Triple mesh_, geometry_;
  const int halves_;
  const bool communicates_;
};

/// The assignment of tasks to nodes.
class Placement {
 public:
  /// Ranks in consecutive ranges, as a launcher puts them; tasks in compact blocks, as the
  /// runtime does, where a grid of nodes divides the geometry.
  Placement(const Stencil& stencil, const Machine& machine, Form form);

  int node_of(int task) const;
  std::vector<std::vector<int>> tasks_by_node() const;

 private:
  const Stencil& stencil_;
  const int nodes_;
  const int range_;             ///< ranks of a node; 0: spread evenly
  std::optional<Triple> grid_;  ///< of nodes
};

}  // namespace simulator
