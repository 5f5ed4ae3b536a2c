// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sched.h>

#include <optional>
#include <string>
#include <vector>

#include "bamboo/taskgraph/internal/worker_binding.h"
#include "machine/topology.h"

namespace bamboo {

/// Divides the cores that processes of this machine may use among their workers. Processes with the
/// same affinity share their cores equally. `affinities` has those of all processes, that of this
/// one at `process`; each has as many workers. `topology` describes the machine, if it is known.
WorkerBinding bind_workers(int workers, std::size_t process,
                           const std::vector<std::string>& affinities,
                           std::optional<Topology> topology);

/// "worker 0 on cores 0-3, worker 1 on cores 4-7", or why there is no binding.
std::string description_of(const WorkerBinding& binding);

/// While this object exists, the calling thread runs on a worker's cores. The operating system may
/// refuse that; the thread then keeps its cores.
class OnCoresOfWorker {
 public:
  OnCoresOfWorker(const WorkerBinding& binding, int worker);
  ~OnCoresOfWorker();
  OnCoresOfWorker(const OnCoresOfWorker&) = delete;
  OnCoresOfWorker& operator=(const OnCoresOfWorker&) = delete;

 private:
  cpu_set_t before_{};
  bool bound_ = false;
};

}  // namespace bamboo
