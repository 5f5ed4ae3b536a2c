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

/// Chooses the ready task that a worker runs next (Thyme, section 2). A process has one scheduler,
/// shared by its workers; RuntimeOptions::scheduler and BAMBOO_SCHEDULER select it by name:
///
///     lifo           highest priority first, among equals the latest
///     fifo           highest priority first, among equals the earliest
///     stealing       a queue for each worker, with the tasks that the worker made ready; an
///                    idle worker steals the oldest task of another
///     locality       like stealing, but a task stays with the worker that ran it last, or with
///                    the worker of its affinity
///     critical-path  the longest remaining path first
///
/// A custom scheduler overrides the private functions and is registered under a name. Any thread
/// calls them, several at once; they must be free of data races but need no particular memory
/// order. Examples: taskgraph/test/scheduling/longest_first.h and the folder taskgraph/scheduling.
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
  /// Like push(), but after everything that is ready now, whatever its priority. For tasks that
  /// only check again whether something has happened.
  void push_last(Task& task);
  /// The best task for this worker, null when there is none. Every 64th time a task that was pushed
  /// last, so that two tasks which keep waking each other do not starve a third that polls.
  Task* pop(int worker) {
    return yielded_tasks_.load(std::memory_order_relaxed) == 0 ? do_pop(worker)
                                                               : pop_or_yielded(worker);
  }
  /// Whether pop(worker) would return no task. A snapshot: another thread may change it at once.
  bool empty(int worker) const;

 protected:
  /// The only worker that may run the task; -1: any worker.
  static int pinned_worker(const Task& task) { return task.pinned_worker; }
  /// The cost of one run according to the task's hints; 1 if they have none.
  static double cost(const Task& task);
  /// How often it was pushed since its graph started, its start included.
  static int runs(const Task& task) { return task.scheduling_.runs; }
  /// For implementations: the worker that ran the task last; -1 before the first run.
  static int& last_worker(Task& task) { return task.scheduling_.last_worker; }

 private:
  /// Unless overridden, pushes one after the other, from -1.
  virtual void do_start(std::span<const std::unique_ptr<Task>> tasks);
  virtual void do_push(Task& task, int from) = 0;
  virtual Task* do_pop(int worker) = 0;
  virtual bool do_empty(int worker) const = 0;

  /// A thread that pushes a task looks for sleeping workers next. A worker announces that it goes
  /// to sleep before it calls empty(). At least one of the two must see what the other one wrote,
  /// or a task would remain queued while its worker sleeps. These two fences guarantee that for any
  /// implementation. A single thread needs none.
  void order_against_sleep() const {
    if (!is_alone(threads_)) std::atomic_thread_fence(std::memory_order_seq_cst);
  }
  Task* pop_or_yielded(int worker);

  /// The tasks of push_last(): those for any worker, and those pinned to one.
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
