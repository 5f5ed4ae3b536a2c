// SPDX-License-Identifier: Apache-2.0
// lifo and fifo: one queue for all workers, and one for the pinned tasks of each.
#include <ranges>
#include <vector>

#include "scheduling/builtin.h"
#include "scheduling/ready_queue.h"

namespace bamboo {
namespace {

class PriorityScheduler final : public Scheduler {
 public:
  PriorityScheduler(int workers, ReadyQueue::Order order, Threads threads)
      : Scheduler(workers, threads), order_(order), shared_(threads) {
    for (int w = 0; w < workers; ++w) pinned_.push_back(std::make_unique<ReadyQueue>(threads));
  }

 private:
  void do_start(std::span<const std::unique_ptr<Task>> tasks) override {
    if (order_ == ReadyQueue::Order::Earliest)
      for (const auto& task : tasks) do_push(*task, -1);
    else
      for (const auto& task : std::views::reverse(tasks)) do_push(*task, -1);
  }

  void do_push(Task& task, int) override { queue_of(task).push(task, order_); }

  Task* do_pop(int worker) override {
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

  bool do_empty(int worker) const override {
    return pinned_[worker]->top() == ReadyQueue::nothing && shared_.top() == ReadyQueue::nothing;
  }

  ReadyQueue& queue_of(const Task& task) {
    const int pinned = pinned_worker(task);
    return pinned < 0 ? shared_ : *pinned_[pinned];
  }

  const ReadyQueue::Order order_;
  ReadyQueue shared_;
  std::vector<std::unique_ptr<ReadyQueue>> pinned_;
};

}  // namespace

std::unique_ptr<Scheduler> make_lifo(int workers, Threads threads) {
  return std::make_unique<PriorityScheduler>(workers, ReadyQueue::Order::Latest, threads);
}

std::unique_ptr<Scheduler> make_fifo(int workers, Threads threads) {
  return std::make_unique<PriorityScheduler>(workers, ReadyQueue::Order::Earliest, threads);
}

}  // namespace bamboo
