// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bamboo/taskgraph/internal/threads.h"
#include "bamboo/taskgraph/options.h"

namespace bamboo {

class Transport;

/// Which threads a process has. Decided once, at its start; Messenger and Engine get it.
struct ThreadPlan {
  Threads threads = Threads::One;
  ServiceMode service = ServiceMode::Inline;  ///< who polls; never Auto
  /// Who polls while the core of a dedicated thread turns out to be taken. What the user has asked
  /// for stays.
  ServiceMode without_core = ServiceMode::Inline;
  bool oversubscribed = false;  ///< more workers than cores that it may use

  /// Collective over the processes of a machine. `transport` null: a job of one process.
  static ThreadPlan decide(const RuntimeOptions& options, Transport* transport);
};

}  // namespace bamboo
