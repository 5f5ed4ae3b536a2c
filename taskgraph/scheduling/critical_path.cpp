// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include "bamboo/taskgraph/internal/guarded.h"
#include "scheduling/builtin.h"

namespace bamboo {
namespace {

struct Entry {
  double path;
  int priority;
  std::uint64_t number;  ///< of its push
  Task* task;

  /// Whether this task runs after `other`.
  bool operator<(const Entry& other) const {
    return std::tie(path, priority, other.number) < std::tie(other.path, other.priority, number);
  }
};

class Queue {
 public:
  bool empty() const { return heap_.empty(); }
  const Entry& first() const { return heap_.front(); }
  void push(const Entry& entry) {
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end());
  }
  Task* pop() {
    std::pop_heap(heap_.begin(), heap_.end());
    Task* task = heap_.back().task;
    heap_.pop_back();
    return task;
  }

 private:
  std::vector<Entry> heap_;
};

/// The longest remaining path first; then the highest priority; then the earliest. The queues grow
/// to the largest number of ready tasks and allocate nothing afterwards.
class CriticalPath final : public Scheduler {
 public:
  CriticalPath(int workers, Threads threads)
      : Scheduler(workers, threads), ready_(threads, workers) {}

 private:
  struct Ready {
    explicit Ready(int workers) : pinned(workers) {}
    Queue& queue_of(const Task& task) {
      const int worker = pinned_worker(task);
      return worker < 0 ? shared : pinned[worker];
    }
    Queue shared;
    std::vector<Queue> pinned;
    std::uint64_t pushes = 0;
  };

  void do_push(Task& task, int) override {
    const RemainingPath path = task.hints().path.value_or(RemainingPath{});
    const double remaining = path.length - path.per_run * (runs(task) - 1);
    const auto ready = ready_.lock();
    ready->queue_of(task).push(
        {std::isnan(remaining) ? 0 : remaining, task.hints().priority, ready->pushes++, &task});
  }

  Task* do_pop(int worker) override {
    const auto ready = ready_.lock();
    Queue &own = ready->pinned[worker], &shared = ready->shared;
    if (own.empty()) return shared.empty() ? nullptr : shared.pop();
    return (shared.empty() || shared.first() < own.first() ? own : shared).pop();
  }

  bool do_empty(int worker) const override {
    const auto ready = ready_.lock();
    return ready->pinned[worker].empty() && ready->shared.empty();
  }

  mutable Guarded<Ready> ready_;
};

}  // namespace

std::unique_ptr<Scheduler> make_critical_path(int workers, Threads threads) {
  return std::make_unique<CriticalPath>(workers, threads);
}

}  // namespace bamboo
