// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "bamboo/taskgraph/internal/guarded.h"
#include "deadlock/worker_activity.h"

namespace bamboo {

/// Whether a process that is alone has a deadlock. A long idleness is no proof: a process that the
/// machine stopped for a while may have a runnable task that its worker has had no time to take.
/// So each worker has to look again after the idleness was found, and all in vain.
class LocalDeadlock {
 public:
  explicit LocalDeadlock(WorkerActivities workers, Threads threads = Threads::Several);

  /// By a worker that finds nothing to run. `since`: when the idleness of all workers began, in
  /// ticks. False at the first call for an idleness.
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
