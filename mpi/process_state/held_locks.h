// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bamboo/taskgraph/task.h"

namespace bamboo::mpi {

/// The number of thread locks that a rank holds. While it holds any, it stays on the worker that
/// took the first.
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
