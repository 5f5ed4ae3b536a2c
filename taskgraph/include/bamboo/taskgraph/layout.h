// SPDX-License-Identifier: Apache-2.0
// Layouts: the edges along which messages travel (SC'12, section III-B). Others: edge_list.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

/// A set of directed edges over the tasks of a geometry. Derive from it for a layout of your own
/// (`#pragma bamboo olap layout MyLayout` in C++). Any thread may ask, several at once.
class Layout {
 public:
  virtual ~Layout() = default;
  virtual std::string name() const = 0;
  /// Tasks to which `task` may send. Each once, in any order, without `task` itself unless an edge
  /// really leads back. Must not call MPI.
  virtual std::vector<TaskId> targets(TaskId task, const Geometry& geometry) const = 0;
  /// Tasks from which `task` may get messages, likewise. Unless overridden, asks every task of the
  /// geometry for its targets.
  virtual std::vector<TaskId> sources(TaskId task, const Geometry& geometry) const;
  /// Whether sources() is overridden and fast. Otherwise a graph scans the targets of every task
  /// once to find all sources.
  virtual bool lists_sources() const { return false; }
  /// Same question for one edge; override where it is cheaper than a search.
  virtual bool contains(TaskId from, TaskId to, const Geometry& geometry) const;
  /// Whether each task has an edge to every other task. The graph then does not list edges in
  /// advance.
  virtual bool joins_all() const { return false; }
};

/// Returns the predefined layout with this directive name: NearestNeighbor, NN, OneNeighborForward,
/// OneNeighborBackward, MinHeap, AllToAll. `dims` holds the dimension numbers of the letters after
/// the name; empty means all. Returns null for any other name.
std::unique_ptr<Layout> predefined_layout(const std::string& name, const std::vector<int>& dims);

/// Makes a layout from a C function `int f(int rank, int size, int *neighbours)` that returns the
/// number of listed neighbours. A task may occur more than once (few tasks in a periodic geometry).
/// Entries that are not tasks (MPI_PROC_NULL) are ignored. The array has size + listed_beyond_size
/// entries; targets() throws std::length_error if the function returns a larger count.
inline constexpr int listed_beyond_size = 64;
using NeighbourFunction = int (*)(int rank, int size, int* neighbours);
std::unique_ptr<Layout> function_layout(std::string name, NeighbourFunction function);

}  // namespace bamboo
