// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bamboo/taskgraph/types.h"

namespace bamboo {

class Task;

/// The route of messages to a task.
struct Channel {
  TaskId task = -1;
  ProcessId process = -1;
  Task* local = nullptr;  ///< the task itself when it lives in this process
};

}  // namespace bamboo
