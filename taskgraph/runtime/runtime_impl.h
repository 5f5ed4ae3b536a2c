// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "bamboo/taskgraph/internal/thread_plan.h"
#include "bamboo/taskgraph/runtime.h"
#include "bamboo/taskgraph/task_graph.h"
#include "engine/engine.h"
#include "messenger/messenger.h"
#include "runtime/running_graphs.h"

namespace bamboo {

/// The members are constructed in the order transport, threads, messenger, graphs, engine.
struct Runtime::Impl {
  Impl(RuntimeOptions given, std::unique_ptr<Transport> transport, PeerMemory memory);

  const RuntimeOptions options;
  const ThreadPlan plan;
  Messenger messenger;
  RunningGraphs graphs;
  Engine engine;
  int named = 0;  ///< graphs that were given the names "graph 0", "graph 1", …
  bool is_finished = false;
};

/// Edges that parts of the program declare while the graph runs. Any thread.
struct TaskGraph::Declared {
  std::mutex lock;
  std::set<std::string> parts;
  std::set<std::pair<TaskId, TaskId>> edges;  ///< that leave tasks of this process
};

}  // namespace bamboo
