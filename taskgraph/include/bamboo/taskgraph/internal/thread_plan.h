// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bamboo/taskgraph/internal/threads.h"
#include "bamboo/taskgraph/internal/worker_binding.h"
#include "bamboo/taskgraph/options.h"

namespace bamboo {

class Transport;

/// The threads of a process, chosen once at its start. Messenger and Engine receive it.
struct ThreadPlan {
  Threads threads = Threads::One;
  ServiceMode service = ServiceMode::Inline;  ///< who polls; never Auto
  /// The service mode to use when another process turns out to use the core of a dedicated thread.
  /// A mode that the user chose is kept.
  ServiceMode without_core = ServiceMode::Inline;
  bool oversubscribed = false;  ///< more workers than cores that it may use
  WorkerBinding binding = NotBound{"there is one worker"};

  /// Collective over the processes of a machine. `transport` null: a job of one process.
  static ThreadPlan decide(const RuntimeOptions& options, Transport* transport);
};

}  // namespace bamboo
