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
#include "runtime/place_in_process.h"
#include "runtime/running_graphs.h"

namespace bamboo {

/// The members are constructed in the order transport, threads, messenger, graphs, engine.
struct Runtime::Impl {
  Impl(std::unique_ptr<PlaceInProcess> given_place, RuntimeOptions given,
       std::unique_ptr<Transport> transport, PeerMemory memory);

  /// After a run: where no thread serves the other processes until the next call, everything leaves
  /// now.
  void settle(const std::string& graph);

  const std::unique_ptr<PlaceInProcess> place;
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
