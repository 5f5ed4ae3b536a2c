// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "bamboo/taskgraph/internal/guarded.h"
#include "deadlock/worker_activity.h"

namespace bamboo {

/// Decides whether a process that is a job of its own is in a deadlock. A long idle time is no
/// proof: if the machine stopped the process for a while, a runnable task may not have been taken
/// yet. So each worker must search again after the idle state was found, and none may find a task.
class LocalDeadlock {
 public:
  explicit LocalDeadlock(WorkerActivities workers, Threads threads = Threads::Several);

  /// Called by a worker that finds nothing to run. `since` is the time, in ticks, at which all
  /// workers became idle. The first call for an idle period returns false.
  bool confirmed(std::uint64_t since);

 private:
  struct Suspicion {
    std::uint64_t since = 0;
    std::vector<std::uint64_t> looks;  ///< by worker, at the first call
  };
  std::vector<std::uint64_t> looks() const;

  const WorkerActivities workers_;
  Guarded<Suspicion> suspicion_;
};

}  // namespace bamboo
