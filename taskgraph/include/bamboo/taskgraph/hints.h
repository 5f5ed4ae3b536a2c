// SPDX-License-Identifier: Apache-2.0
// Performance meta-data of tasks and edges (Thyme, section 2). It changes when things run, never
// what they compute.
#pragma once

#include <optional>

namespace bamboo {

/// What lies between the first run of a task and the end of its graph, in the unit of the costs.
struct RemainingPath {
  double length = 0;
  double per_run = 0;  ///< by so much each run of the task shortens it
};

/// What is left open is computed where the graph is known: see TaskGraph.
struct TaskHints {
  /// Larger runs first, within -32 … 31 (what lies outside counts as the nearer end); 0: open.
  int priority = 0;
  /// Of one run, in any unit that all tasks share.
  std::optional<double> cost = std::nullopt;
  /// The worker whose caches hold the task's data, modulo the number of workers; -1: open.
  int affinity = -1;
  /// For the scheduler critical-path.
  std::optional<RemainingPath> path = std::nullopt;
};

struct EdgeHints {
  std::optional<double> bytes = std::nullopt;  ///< of one message
  int priority = 0;  ///< raises the priority of the task at the edge's beginning
};

}  // namespace bamboo
