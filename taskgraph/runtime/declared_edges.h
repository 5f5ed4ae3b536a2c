// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "bamboo/taskgraph/task_graph.h"

namespace bamboo {

/// Edges that parts of the program declare while the graph runs. Any thread.
struct TaskGraph::Declared {
  std::mutex lock;
  std::set<std::string> parts;
  std::set<std::pair<TaskId, TaskId>> edges;  ///< that leave tasks of this process
};

}  // namespace bamboo
