// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/scheduler.h"

#include <cmath>

#include "bamboo/taskgraph/internal/guarded.h"

namespace bamboo {

class Scheduler::Yielded {
 public:
  Yielded(int workers, Threads threads) : lists_(threads, workers), pops_(workers) {}

  void push(Task& task) {
    const auto lists = lists_.lock();
    const int pinned = pinned_worker(task);
    (pinned < 0 ? lists->shared : lists->pinned[pinned]).push_back(task);
  }
  /// Returns a task for this worker or null. Alternates between tasks for any worker and pinned
  /// ones.
  Task* pop(int worker) {
    const auto lists = lists_.lock();
    TaskList &own = lists->pinned[worker], &shared = lists->shared;
    if (own.empty() && shared.empty()) return nullptr;
    lists->takes_own = !lists->takes_own;
    return (shared.empty() || (lists->takes_own && !own.empty()) ? own : shared).pop_front();
  }
  bool empty(int worker) {
    const auto lists = lists_.lock();
    return lists->shared.empty() && lists->pinned[worker].empty();
  }
  /// Whether a task from here takes its turn now, although others may be ready. Called by the
  /// worker.
  bool due(int worker) {
    if (++pops_[worker] < pops_between) return false;
    pops_[worker] = 0;
    return true;
  }

 private:
  static constexpr int pops_between = 64;
  struct Lists {
    explicit Lists(int workers) : pinned(workers) {}
    TaskList shared;
    std::vector<TaskList> pinned;
    bool takes_own = false;
  };
  Guarded<Lists> lists_;
  std::vector<int> pops_;
};

Scheduler::Scheduler(int workers, Threads threads)
    : threads_(threads), yielded_(std::make_unique<Yielded>(workers, threads)) {}

Scheduler::~Scheduler() = default;

void Scheduler::start(std::span<const std::unique_ptr<Task>> tasks) {
  for (const auto& task : tasks) task->scheduling_.runs = 1;
  do_start(tasks);
  order_against_sleep();
}

void Scheduler::do_start(std::span<const std::unique_ptr<Task>> tasks) {
  for (const auto& task : tasks) do_push(*task, -1);
}

void Scheduler::push_last(Task& task) {
  yielded_tasks_.fetch_add(1, std::memory_order_relaxed);
  yielded_->push(task);
  order_against_sleep();
}

Task* Scheduler::pop_or_yielded(int worker) {
  if (!yielded_->due(worker)) {
    if (Task* task = do_pop(worker)) return task;
  }
  if (Task* task = yielded_->pop(worker)) {
    yielded_tasks_.fetch_sub(1, std::memory_order_relaxed);
    return task;
  }
  return do_pop(worker);
}

bool Scheduler::empty(int worker) const {
  order_against_sleep();
  return do_empty(worker) && yielded_->empty(worker);
}

double Scheduler::cost(const Task& task) {
  const double given = task.hints().cost.value_or(1);
  return std::isfinite(given) ? given : 1;
}

}  // namespace bamboo
