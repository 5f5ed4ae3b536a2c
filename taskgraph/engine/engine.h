// SPDX-License-Identifier: Apache-2.0
// The workers of a process. The engine uses tasks and their owners, not graphs.
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

/// Runs tasks from start() to stop(). The thread that constructs it is worker 0 while it is in
/// work_until_zero(). Each other worker and the service thread has its own thread.
class Engine {
 public:
  /// Returns a line for each unfinished task of the process, or nullopt if one of these tasks is
  /// running (the caller tries again).
  using Report = std::function<std::optional<std::string>()>;

  /// `messenger` is not owned. Null means a job of one process without a transport.
  Engine(const RuntimeOptions& options, Messenger* messenger, const ThreadPlan& plan,
         Report unfinished);
  ~Engine();

  /// The task that the calling thread runs now, null on a service thread or between tasks.
  static Task* running();
  /// Index of the calling worker, -1 on other threads.
  static int worker();

  /// Starts the other workers and the service thread unless they run. From here on several threads
  /// use the transport.
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
  /// Writes the trace, if there is one. Call it after stop().
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

  /// Satisfies the rule of a suspended task whose last need a message has met, as far as its
  /// deliverer knows, and makes the task runnable once it has been left. Any thread may call it.
  void fire(Task& task, MessageId by);
  /// Makes a task runnable whose rule has just been satisfied. Any thread.
  void ready(Task& task);
  /// Called by a task in the first slice that the calling thread runs as a worker: gives the thread
  /// to the task; another thread becomes the worker. The task keeps its stack until it ends, so it
  /// neither suspends nor yields. Returns false if the thread has run other tasks, which may have
  /// left thread-local state.
  bool keep_thread(Task& task);
  /// Index of the worker that runs the task; -1: none does just now. Any thread.
  int worker_of(const Task& task) const;
  /// Like keep_thread(), in any slice: called by the task, or by another thread while this worker
  /// runs code of the task outside of the runtime. The caller guarantees that no other task needs
  /// thread-local state of the worker's thread. The replacement thread calls `begins` first.
  void keep_thread_of(int worker, Task& task, std::function<void()> begins);
  /// Blocks a task that has its own thread until something happens.
  void own_thread_waits();
  void own_thread_goes_on();
  /// A task that has its own thread polled for a message and found none.
  void own_thread_polls();
  /// Something happened for such a task. Any thread.
  void wakes_own_thread();
  /// Polls the transport once unless another thread is polling. Returns true if something happened.
  bool progress();
  /// Like progress(), but does nothing if the last poll is recent. For tasks that got what they
  /// waited for without a suspension, at which the worker would have polled.
  void progress_if_due();

  /// Describes what an unfinished task waits for; returns nullopt while the task runs (ask again).
  std::optional<std::string> describe(Task& task);

  const RuntimeOptions& options() const;
  /// The thread count to construct tasks' locks with.
  Threads threads() const;
  /// All but the mapping tables.
  Statistics statistics() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bamboo
