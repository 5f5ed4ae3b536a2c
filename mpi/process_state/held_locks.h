// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bamboo/taskgraph/task.h"

namespace bamboo::mpi {

/// How many locks of threads a rank holds. With them it stays on the worker that took the first.
class HeldLocks {
 public:
  explicit HeldLocks(Task& rank) : rank_(rank) {}
  void took();
  void left();

 private:
  Task& rank_;
  int count_ = 0;
  int free_worker_ = -1;  ///< the rank's pinned_worker without locks
};

}  // namespace bamboo::mpi
