// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "bamboo/taskgraph/options.h"
#include "bamboo/taskgraph/task.h"

namespace bamboo {

/// Which task a worker runs next. One per process, shared by its workers; tasks with a
/// pinned_worker are for that one only. Implementations keep tasks by Task::next_ready and allocate
/// nothing.
class Scheduler {
 public:
  virtual ~Scheduler() = default;

  /// Takes a runnable task. Any thread.
  virtual void push(Task& task) = 0;
  /// The same, but behind everything that is runnable now, whatever its priority: for tasks that
  /// only look again whether something has happened.
  virtual void push_last(Task& task) = 0;
  /// The best task for this worker, null when there is none.
  virtual Task* pop(int worker) = 0;
  /// Whether pop(worker) would find nothing. A glance: another thread may change it at once.
  virtual bool empty(int worker) const = 0;

  /// Highest priority first; among equals the latest (Lifo) or the earliest (Fifo).
  static std::unique_ptr<Scheduler> by_priority(int workers, QueueOrder order,
                                                Threads threads = Threads::Several);
};

}  // namespace bamboo
