// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "bamboo/taskgraph/hints.h"
#include "bamboo/taskgraph/placement.h"

namespace bamboo {

/// A graph as far as a process knows it.
struct KnownGraph {
  const Placement& placement;
  ProcessId here;
  /// Appends the targets of a task, each once.
  std::function<void(TaskId, std::vector<TaskId>&)> targets;
  /// Whether the targets of tasks in other processes are known, too.
  bool whole = false;
  /// What the user says of tasks in other processes, and of edges. Empty: nothing.
  std::function<TaskHints(TaskId)> hints = nullptr;
  std::function<EdgeHints(TaskId, TaskId)> edge_hints = nullptr;
};

/// Fills what the hints of this process's tasks leave open. hints[i] is that of
/// placement.tasks_of(here)[i].
///
/// Without a cycle, a task's remaining path is its cost and the longest path behind it (its bottom
/// level), on which an edge counts that leaves its process: as much as a mean task, times its bytes
/// over the mean. In a graph with cycles, which iterates, the earliest iteration comes first, and
/// within it the boundary: the fewer edges lead to a task that feeds another process, the earlier.
///
/// A priority that is open becomes 1 … 31, the larger the longer the path, where all are open and
/// paths differ. Where some are given those that are open stay 0. A task that feeds another process
/// is then raised by one, and any task by the largest priority of its edges.
///
/// The process looks at its own tasks alone where these have a cycle, or where `whole` is false or
/// the graph has more than largest_whole_graph tasks. Then a cycle through other processes is not
/// seen, and paths end where they leave the process.
void fill_hints(const KnownGraph& graph, std::span<TaskHints* const> hints);

inline constexpr int largest_whole_graph = 1 << 20;

}  // namespace bamboo
