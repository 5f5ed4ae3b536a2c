// SPDX-License-Identifier: Apache-2.0
// Performance meta-data of tasks and edges (Thyme, section 2). It affects the schedule, never the
// results.
#pragma once

#include <optional>

namespace bamboo {

/// The longest path from the first run of a task to the end of its graph, in the unit of the costs.
struct RemainingPath {
  double length = 0;
  double per_run = 0;  ///< by so much each run of the task shortens it
};

/// Hints for the scheduler. The graph computes the ones that are not set: see TaskGraph.
struct TaskHints {
  /// The largest runs first; clamped to -32 … 31; 0: not set.
  int priority = 0;
  /// The cost of one run, in a unit that all tasks share.
  std::optional<double> cost = std::nullopt;
  /// The worker whose caches hold the task's data, modulo the number of workers; -1: open.
  int affinity = -1;
  /// Used by the scheduler critical-path.
  std::optional<RemainingPath> path = std::nullopt;
};

struct EdgeHints {
  std::optional<double> bytes = std::nullopt;  ///< of one message
  int priority = 0;  ///< raises the priority of the task at the edge's beginning
};

}  // namespace bamboo
