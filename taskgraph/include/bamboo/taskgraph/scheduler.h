// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bamboo/taskgraph/internal/threads.h"
#include "bamboo/taskgraph/task.h"
#include "bamboo/taskgraph/task_list.h"

namespace bamboo {

/// Which ready task a worker runs next (Thyme, section 2). There is one in a process, shared by its
/// workers; RuntimeOptions::scheduler and BAMBOO_SCHEDULER choose it by name:
///
///     lifo           highest priority first, among equals the latest
///     fifo           highest priority first, among equals the earliest
///     stealing       a queue for each worker, which holds what the worker made ready; a worker
///                    without a task steals the oldest one of another
///     locality       the same, but a task stays with the worker that ran it last, or with that of
///                    its affinity
///     critical-path  the longest remaining path first
///
/// A scheduler of one's own overrides the private functions and is registered under a name. They
/// are called by any thread, several at once, and have to be free of data races; nothing else is
/// asked of their memory orders. Examples: taskgraph/test/scheduling/longest_first.h and the folder
/// taskgraph/scheduling.
class Scheduler {
 public:
  /// `threads`: how many call it.
  Scheduler(int workers, Threads threads);
  virtual ~Scheduler();
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  /// Takes the tasks of a graph that starts. The first one shall run first, among equals.
  void start(std::span<const std::unique_ptr<Task>> tasks);
  /// Takes a ready task. `from`: the worker that made it ready; -1: another thread.
  void push(Task& task, int from) {
    ++task.scheduling_.runs;
    do_push(task, from);
    order_against_sleep();
  }
  /// The same, but behind everything that is ready now, whatever its priority: for tasks that only
  /// look again whether something has happened.
  void push_last(Task& task);
  /// The best task for this worker, null when there is none. Every 64th time a task that was pushed
  /// last, so that two tasks which keep waking each other do not starve a third that polls.
  Task* pop(int worker) {
    return yielded_tasks_.load(std::memory_order_relaxed) == 0 ? do_pop(worker)
                                                               : pop_or_yielded(worker);
  }
  /// Whether pop(worker) would find nothing. A glance: another thread may change it at once.
  bool empty(int worker) const;

 protected:
  /// Only this worker may run the task; -1: any.
  static int pinned_worker(const Task& task) { return task.pinned_worker; }
  /// Of one run, as the task's hints say; 1 where they say nothing.
  static double cost(const Task& task);
  /// How often it was pushed since its graph started, its start included.
  static int runs(const Task& task) { return task.scheduling_.runs; }
  /// For implementations: -1 until it is set.
  static int& last_worker(Task& task) { return task.scheduling_.last_worker; }

 private:
  /// Unless overridden, pushes one after the other, from -1.
  virtual void do_start(std::span<const std::unique_ptr<Task>> tasks);
  virtual void do_push(Task& task, int from) = 0;
  virtual Task* do_pop(int worker) = 0;
  virtual bool do_empty(int worker) const = 0;

  /// A thread that has pushed looks for sleeping workers next. A worker that goes to sleep has
  /// announced that before it asks empty(). At least one of the two must see what the other one
  /// has written, or a task stays here while its worker sleeps. These two fences see to that,
  /// however the implementation reads and writes. A single thread needs none.
  void order_against_sleep() const {
    if (!is_alone(threads_)) std::atomic_thread_fence(std::memory_order_seq_cst);
  }
  Task* pop_or_yielded(int worker);

  /// Tasks that were pushed last: of all workers, and those that are pinned to one.
  class Yielded;
  const Threads threads_;
  std::atomic<int> yielded_tasks_{0};
  const std::unique_ptr<Yielded> yielded_;
};

using MakeScheduler = std::unique_ptr<Scheduler> (*)(int workers, Threads threads);

/// Makes a scheduler known, before the Runtime is made. Throws std::invalid_argument where the name
/// is taken. Any thread.
void register_scheduler(const std::string& name, MakeScheduler make);
/// All names, in the order of the alphabet.
std::vector<std::string> scheduler_names();
/// Why the name chooses no scheduler, with the nearest name and all others; nullopt: it does.
std::optional<std::string> why_no_scheduler(const std::string& name);
/// Throws std::invalid_argument with the text of why_no_scheduler().
std::unique_ptr<Scheduler> make_scheduler(const std::string& name, int workers,
                                          Threads threads = Threads::Several);

}  // namespace bamboo
