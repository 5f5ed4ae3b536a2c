// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

class Layout;

/// Assigns tasks to processes (Thyme, section 2: a task's owner). A value that is cheap to copy;
/// any thread may query it. All kinds but table() take O(1) memory; all queries but tasks_of() take
/// O(1) time. Factory functions throw std::invalid_argument if the numbers do not match.
class Placement {
 public:
  /// One task in one process.
  Placement() : Placement(ranges(1, 1)) {}
  /// Consecutive ranges, whose sizes differ by at most one.
  static Placement ranges(int tasks, int processes);
  /// Compact blocks of the geometry where the number of processes divides it so: the split with the
  /// smallest cut surface wins. Else ranges.
  static Placement blocks(const Geometry& geometry, int processes);
  /// Compact blocks for nodes, and in each of them compact blocks for its processes (Thyme, section
  /// 3, Jacobi3D). Process p is on node p / processes_on_node.
  static Placement hierarchical(const Geometry& geometry, int nodes, int processes_on_node);
  /// Blocks of so many tasks along each dimension are dealt out to a grid of processes, as
  /// ScaLAPACK's: along a dimension, block b goes to process b modulo the grid's extent.
  static Placement block_cyclic(const Geometry& geometry, const Geometry& processes,
                                const std::vector<int>& block);
  /// The process of every task. A process may have none.
  static Placement table(std::vector<ProcessId> process_of, int processes);
  /// Splits each process into `parts` parts, such as its workers: part q of process p has index p *
  /// parts + q. Compact blocks are split into compact blocks if `parts` divides them, all other
  /// placements into ranges. A part may be empty.
  Placement split(int parts) const;

  ProcessId process_of(TaskId task) const;
  /// Ascending.
  std::vector<TaskId> tasks_of(ProcessId process) const;
  /// The index of a task in the list of its process.
  int index_in_process(TaskId task) const;
  int tasks() const { return tasks_; }
  int processes() const { return processes_; }

 private:
  class Rule;
  class Ranges;
  class Blocks;
  class BlockCyclic;
  class Table;
  class Parts;
  Placement(int tasks, int processes, std::shared_ptr<const Rule> rule);

  int tasks_, processes_;
  std::shared_ptr<const Rule> rule_;
};

/// Whether an edge of the layout leads from the task to another process. Such tasks run first;
/// otherwise the network idles while inner tasks compute.
bool feeds_other_process(TaskId task, const Layout& layout, const Geometry& geometry,
                         const Placement& placement);

}  // namespace bamboo
