// SPDX-License-Identifier: Apache-2.0
// A scheduler of a program's own, whole.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <vector>

#include "bamboo/taskgraph/scheduler.h"

/// The task with the largest cost first; among equals the earliest.
class LongestFirst final : public bamboo::Scheduler {
 public:
  LongestFirst(int workers, bamboo::Threads threads)
      : Scheduler(workers, threads), queues_(workers + 1) {}

 private:
  using Queue = std::multimap<double, bamboo::Task*, std::greater<>>;

  void do_push(bamboo::Task& task, int) override {
    const std::lock_guard guard(mutex_);
    queues_[pinned_worker(task) + 1].emplace(cost(task), &task);
  }

  bamboo::Task* do_pop(int worker) override {
    const std::lock_guard guard(mutex_);
    Queue &any = queues_[0], &own = queues_[worker + 1];
    if (any.empty() && own.empty()) return nullptr;
    const bool takes_own =
        any.empty() || (!own.empty() && own.begin()->first >= any.begin()->first);
    return (takes_own ? own : any).extract((takes_own ? own : any).begin()).mapped();
  }

  bool do_empty(int worker) const override {
    const std::lock_guard guard(mutex_);
    return queues_[0].empty() && queues_[worker + 1].empty();
  }

  mutable std::mutex mutex_;
  std::vector<Queue> queues_;  ///< of all workers, then one for the pinned tasks of each
};

// Known as BAMBOO_SCHEDULER=longest-first from here on.
inline void register_longest_first() {
  bamboo::register_scheduler(
      "longest-first",
      [](int workers, bamboo::Threads threads) -> std::unique_ptr<bamboo::Scheduler> {
        return std::make_unique<LongestFirst>(workers, threads);
      });
}
