// SPDX-License-Identifier: Apache-2.0
// One Engine runs the tasks of one process: workers, the ready queue, progress, the end.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bamboo/taskgraph/internal/thread_plan.h"
#include "bamboo/taskgraph/options.h"
#include "bamboo/taskgraph/statistics.h"
#include "bamboo/taskgraph/task.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

class MappingTable;
class Messenger;

class Engine {
 public:
  /// `messenger` may be null: a job of one process without a transport. Not owned.
  Engine(const EngineOptions& options, Messenger* messenger, const ThreadPlan& plan);
  /// Decides the plan itself; the messenger's locks are for several threads then.
  Engine(const EngineOptions& options, Messenger* messenger);
  ~Engine();

  /// The engine of this process (there is one at a time), null before and after.
  static Engine* current();
  /// The task that the calling thread runs now, null on a service thread or between tasks.
  static Task* running();
  /// Index of the calling worker, -1 on other threads.
  static int worker();

  /// Adds a task of this process. Before run(). The engine owns it.
  void add(std::unique_ptr<Task> task);
  /// The local task with this id; null when it lives in another process.
  Task* local(TaskId id) const;

  /// Runs until every local task has finished and every other process says the same.
  void run();

  /// Ends the whole job with this exit code, without unwinding anything. Any thread.
  [[noreturn]] void abort(int code);
  /// Ends the job because a task's code failed in a way that it does not handle.
  [[noreturn]] void fail(const Task& task, const std::string& what);

  /// Counts a message between two tasks of this process, for the statistics. Any thread.
  void count_local_message(std::size_t bytes, int copies);
  /// Tells the statistics where the mapping table is. Not owned; null: there is none.
  void set_mapping_table(const MappingTable* table);

  /// A message met the last need of a suspended task, as far as its deliverer knows: satisfies the
  /// rule and makes the task runnable if it has really been left. Any thread.
  void fire(Task& task, MessageId by);
  /// Makes a task runnable whose rule has just been satisfied. Any thread.
  void ready(Task& task);
  /// One polling round of the transport, unless another thread polls just now. True when
  /// something happened.
  bool progress();
  /// The same, unless the last round is so recent that another would not pay. For tasks that got
  /// what they wait for without a suspension, at which the worker would have polled.
  void progress_if_due();

  /// Called on the worker's own stack each time a task was suspended or ended (stdout flush …).
  std::function<void(Task&)> after_slice;
  /// One line per unfinished local task that says what it waits for; used by the deadlock report.
  std::function<std::string(Task&)> describe_wait;
  /// A line of the same report: local tasks that have ended, for which no task should wait.
  std::function<std::string(const std::vector<TaskId>&)> describe_ended;

  const EngineOptions& options() const;
  /// What the locks of its tasks are made with.
  Threads threads() const;
  Statistics statistics() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bamboo
