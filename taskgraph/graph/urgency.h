// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "bamboo/taskgraph/hints.h"
#include "bamboo/taskgraph/placement.h"

namespace bamboo {

/// The part of a graph that a process knows.
struct KnownGraph {
  const Placement& placement;
  ProcessId here;
  /// Appends the targets of a task, each once.
  std::function<void(TaskId, std::vector<TaskId>&)> targets;
  /// Whether the targets of tasks in other processes are known as well.
  bool whole = false;
  /// The user's hints for tasks in other processes, and for edges. Empty if there are none.
  std::function<TaskHints(TaskId)> hints = nullptr;
  std::function<EdgeHints(TaskId, TaskId)> edge_hints = nullptr;
};

/// Computes the hints of this process's tasks that are not set. hints[i] belongs to
/// placement.tasks_of(here)[i].
///
/// Without a cycle, a task's remaining path is its cost plus the longest path after it (its bottom
/// level). An edge that leaves its process counts as the mean cost of a task, scaled by the edge's
/// bytes over the mean bytes. A graph with cycles iterates: earlier iterations come first, and
/// within an iteration the boundary, ordered by the number of edges to the next task that feeds
/// another process.
///
/// If no priority is set and paths differ, priorities become 1 … 31, larger for longer paths. If
/// some priorities are set, the others stay 0. A task that feeds another process is then raised by
/// one, and each task by the largest priority of its edges.
///
/// Only the process's own tasks are examined if these have a cycle, if `whole` is false, or if the
/// graph has more than largest_whole_graph tasks. Cycles through other processes are then not
/// detected, and paths end where they leave the process.
void fill_hints(const KnownGraph& graph, std::span<TaskHints* const> hints);

inline constexpr int largest_whole_graph = 1 << 20;

}  // namespace bamboo
