// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "bamboo/taskgraph/scheduler.h"
#include "scheduling/ready_queue.h"

namespace bamboo {

namespace {

class PriorityScheduler final : public Scheduler {
 public:
  PriorityScheduler(int workers, QueueOrder order, Threads threads)
      : order_(order == QueueOrder::Lifo ? ReadyQueue::Order::Latest : ReadyQueue::Order::Earliest),
        shared_(threads) {
    for (int w = 0; w < workers; ++w) pinned_.push_back(std::make_unique<ReadyQueue>(threads));
  }

  void push(Task& task) override { queue_of(task).push(task, order_); }
  void push_last(Task& task) override { queue_of(task).push_last(task); }

  Task* pop(int worker) override {
    ReadyQueue& own = *pinned_[worker];
    while (true) {
      const int pinned = own.top(), shared = shared_.top();
      // Pinned tasks win among equals: no other worker can take them.
      const int best = pinned >= shared ? pinned : shared;
      if (best == ReadyQueue::nothing) return nullptr;
      // Another worker may have been quicker, then look again.
      if (Task* task = (pinned >= shared ? own : shared_).pop()) return task;
    }
  }

  bool empty(int worker) const override {
    return pinned_[worker]->top() == ReadyQueue::nothing && shared_.top() == ReadyQueue::nothing;
  }

 private:
  ReadyQueue& queue_of(const Task& task) {
    return task.pinned_worker < 0 ? shared_ : *pinned_[task.pinned_worker];
  }

  const ReadyQueue::Order order_;
  ReadyQueue shared_;
  std::vector<std::unique_ptr<ReadyQueue>> pinned_;
};

}  // namespace

std::unique_ptr<Scheduler> Scheduler::by_priority(int workers, QueueOrder order, Threads threads) {
  return std::make_unique<PriorityScheduler>(workers, order, threads);
}

}  // namespace bamboo
