// SPDX-License-Identifier: Apache-2.0
#include "scheduling/builtin.h"
#include "scheduling/worker_queues.h"

namespace bamboo {

namespace {

/// A worker prefers the tasks that it made ready: they read what its last task wrote.
class Stealing final : public WorkerQueues {
 public:
  using WorkerQueues::WorkerQueues;

 private:
  int home_of(Task&, int from) override { return from; }
};

}  // namespace

std::unique_ptr<Scheduler> make_stealing(int workers, Threads threads) {
  return std::make_unique<Stealing>(workers, threads);
}

}  // namespace bamboo
