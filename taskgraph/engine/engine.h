// SPDX-License-Identifier: Apache-2.0
// The workers of a process. The engine knows tasks and their owners, and no graph.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "bamboo/taskgraph/internal/thread_plan.h"
#include "bamboo/taskgraph/options.h"
#include "bamboo/taskgraph/runtime.h"
#include "bamboo/taskgraph/statistics.h"
#include "bamboo/taskgraph/task.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

class Messenger;

/// Runs tasks from start() to stop(). The thread that made it is worker 0 as long as it
/// is in work_until_zero(); the other workers, and the service thread, have threads of their own.
class Engine {
 public:
  /// A line for each unfinished task of the process; nullopt: a task of which it must tell runs
  /// just now, try again.
  using Report = std::function<std::optional<std::string>()>;

  /// `messenger` may be null: a job of one process without a transport. Not owned.
  Engine(const RuntimeOptions& options, Messenger* messenger, const ThreadPlan& plan,
         Report unfinished);
  ~Engine();

  /// The engine of this process (there is one at a time), null before and after.
  static Engine* current();
  /// The task that the calling thread runs now, null on a service thread or between tasks.
  static Task* running();
  /// Index of the calling worker, -1 on other threads.
  static int worker();

  /// Starts the other workers and the service thread, unless that was done. From here on other
  /// threads use the transport.
  void start();
  /// Makes new tasks of one owner runnable, the first one first, and starts. Throws
  /// std::invalid_argument where one is pinned to a worker that does not exist; then none was made
  /// runnable.
  void submit(std::span<const std::unique_ptr<Task>> tasks);
  /// The calling thread works as worker 0 until the count is 0. A thread that sets it to 0 calls
  /// wake_first_worker() afterwards.
  void work_until_zero(const std::atomic<int>& count);
  void wake_first_worker();
  /// Ends the other workers and the service thread. No task may run any more.
  void stop();
  /// Writes the trace, if there is one. After stop().
  void write_trace() const;

  /// Ends the whole job with this exit code, without unwinding anything. Any thread.
  [[noreturn]] void abort(int code);
  /// Ends the job because a task's code failed in a way that it does not handle.
  [[noreturn]] void fail(const Task& task, const std::string& what);
  /// Called by abort() first.
  std::function<void()> last_words;

  /// See Runtime::when_waiting().
  std::function<bool(Waiting)> when_waiting;

  /// Counts a message between two tasks of this process, for the statistics. Any thread.
  void count_local_message(std::size_t bytes, int copies);

  /// A message met the last need of a suspended task, as far as its deliverer knows: satisfies the
  /// rule and makes the task runnable if it has really been left. Any thread.
  void fire(Task& task, MessageId by);
  /// Makes a task runnable whose rule has just been satisfied. Any thread.
  void ready(Task& task);
  /// By a task, in the first slice that the calling thread runs as a worker: the thread is the
  /// task's own from now on, and another one is the worker in its place. The task keeps its stack
  /// until it ends, so it neither suspends nor yields. False: the thread has run other tasks, which
  /// may have left something with it.
  bool keep_thread(Task& task);
  /// Index of the worker that runs the task; -1: none does just now. Any thread.
  int worker_of(const Task& task) const;
  /// As keep_thread(), in any slice: by the task, or by another thread while this worker runs the
  /// task, whose code is outside of the runtime. The caller knows that no other task needs what it
  /// has left with the worker's thread. `begins` runs first on the thread that takes its place.
  void keep_thread_of(int worker, Task& task, std::function<void()> begins);
  /// A task with a thread of its own has nothing to do until something happens; it has again.
  void own_thread_waits();
  void own_thread_goes_on();
  /// It has looked in vain for a message.
  void own_thread_polls();
  /// Something happened for such a task. Any thread.
  void wakes_own_thread();
  /// One polling round of the transport, unless another thread polls just now. True when
  /// something happened.
  bool progress();
  /// The same, unless the last round is so recent that another would not pay. For tasks that got
  /// what they wait for without a suspension, at which the worker would have polled.
  void progress_if_due();

  /// What an unfinished task waits for; nullopt: it runs just now, ask again.
  std::optional<std::string> describe(Task& task);

  const RuntimeOptions& options() const;
  /// What the locks of its tasks are made with.
  Threads threads() const;
  /// All but the mapping tables.
  Statistics statistics() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bamboo
