// SPDX-License-Identifier: Apache-2.0
#include "scheduling/builtin.h"
#include "scheduling/worker_queues.h"

namespace bamboo {

namespace {

/// A task finds its own data in the caches of the worker that ran it last.
class Locality final : public WorkerQueues {
 public:
  using WorkerQueues::WorkerQueues;

 private:
  int home_of(Task& task, int from) override {
    if (const int affinity = task.hints().affinity; affinity >= 0) return affinity % workers();
    const int last = last_worker(task);
    return last >= 0 ? last : from;
  }
};

}  // namespace

std::unique_ptr<Scheduler> make_locality(int workers, Threads threads) {
  return std::make_unique<Locality>(workers, threads);
}

}  // namespace bamboo
