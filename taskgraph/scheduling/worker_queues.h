// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>

#include "bamboo/taskgraph/scheduler.h"
#include "scheduling/ready_queue.h"

namespace bamboo {

/// Queues for each worker, which runs the latest of its most urgent tasks. A worker without a task
/// takes the oldest most urgent one of another worker.
class WorkerQueues : public Scheduler {
 public:
  WorkerQueues(int workers, Threads threads);

 protected:
  /// The worker whose queue holds a task that is not pinned; -1: any. `from` as in push().
  virtual int home_of(Task& task, int from) = 0;
  int workers() const { return workers_; }

 private:
  struct alignas(64) Queues {
    explicit Queues(Threads threads) : pinned(threads), own(threads) {}
    ReadyQueue pinned, own;
  };

  void do_start(std::span<const std::unique_ptr<Task>> tasks) final;
  void do_push(Task& task, int from) final;
  Task* do_pop(int worker) final;
  bool do_empty(int worker) const final;

  Task* find_task(int worker);
  /// The queue of another worker with the most urgent task; null: all are empty.
  ReadyQueue* victim_of(int worker);

  const int workers_;
  const std::unique_ptr<std::unique_ptr<Queues>[]> queues_;
  std::atomic<unsigned> next_home_{0};  ///< for tasks whose home does not matter
};

}  // namespace bamboo
