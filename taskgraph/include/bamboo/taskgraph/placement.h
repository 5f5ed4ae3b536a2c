// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

class Layout;

/// Which process holds which task. Compact blocks of the geometry where the number of processes
/// divides it so (the split with the smallest cut surface wins), else consecutive ranges whose
/// sizes differ by at most one. Memory: O(1) for blocks and ranges.
class Placement {
 public:
  static Placement ranges(int tasks, int processes);
  static Placement blocks(const Geometry& geometry, int processes);

  ProcessId process_of(TaskId task) const;
  std::vector<TaskId> tasks_of(ProcessId process) const;
  int tasks() const { return tasks_; }
  int processes() const { return processes_; }

 private:
  int tasks_ = 0, processes_ = 1;
  Geometry geometry_;              // empty: ranges
  std::vector<int> process_grid_;  // blocks: how many processes along each dimension
};

/// Whether an edge of the layout leads from the task to another process. Such tasks run first:
/// otherwise the wire idles while inner tasks compute.
bool feeds_other_process(TaskId task, const Layout& layout, const Geometry& geometry,
                         const Placement& placement);

}  // namespace bamboo
