// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "bamboo/taskgraph/internal/threads.h"
#include "bamboo/taskgraph/options.h"
#include "bamboo/taskgraph/statistics.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

class Engine;
class Messenger;
class RunningGraphs;
class Task;
class Transport;

/// What a process does that finds nothing to run.
enum class Waiting {
  BesideComputing,  ///< a worker has nothing to run, another one is in a task for a while
  Some,             ///< a worker has nothing to run, or a task has looked in vain for a message
  All,              ///< nothing can ever happen: the process is alone, and no task can run
};

/// A job as one process sees it: finds the installed MPI that launched the process (none: a job of
/// one process), starts the workers, and ends all of that again. There is one in a process at a
/// time.
///
///     int main() {
///       bamboo::Runtime runtime;                    // alone, or under any MPI's launcher
///       bamboo::TaskGraph graph(runtime, 100);
///       graph.create<MyTask>();
///       graph.run();
///     }                                             // finish(): waits for the other processes
///
/// The thread that makes it calls everything here and in TaskGraph, unless stated otherwise. It is
/// worker 0 as long as it is in TaskGraph::wait() or run(). A process whose thread is elsewhere is
/// not idle: no deadlock is reported.
///
/// The constructor and finish() are collective over the processes. Where the program has
/// initialised the MPI itself (with at least MPI_THREAD_SERIALIZED), it also finalises it, after
/// finish().
class Runtime {
 public:
  /// A message on standard error and exit code 1 where the MPI cannot be used, or where a launcher
  /// speaks of several processes that this one cannot reach (see may_run_alone). Throws
  /// std::logic_error where the process has a Runtime.
  explicit Runtime(RuntimeOptions options = RuntimeOptions::from_environment());
  /// finish(), unless that was called. While an exception unwinds the thread: abort(1), since the
  /// other processes would wait for ever.
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  /// Waits until no process needs this one any more; then ends workers and MPI. The graphs have
  /// ended; `process()`, `processes()` and `statistics()` stay.
  void finish();

  ProcessId process() const;  ///< 0 … processes() - 1
  int processes() const;
  const RuntimeOptions& options() const;
  /// Of this process since the beginning. Any thread.
  Statistics statistics() const;
  /// Ends all processes of the job with this exit code. Any thread; destroys nothing.
  [[noreturn]] void abort(int exit_code);

  // For what is built on top of task graphs, such as virtual ranks.

  /// Null: this process has none.
  static Runtime* current();
  /// The task that the calling thread runs; null elsewhere.
  static Task* running();
  /// The calling worker, from 0; -1 on other threads.
  static int worker();
  /// What the locks of tasks are made with.
  Threads threads() const;
  /// Why this process must not run as a job of its own: a launcher or a batch system speaks of
  /// several tasks, and this process reaches none. Names the cure.
  std::optional<std::string> why_not_alone() const;
  /// Ends the job where processes have different values of an option. Collective, before the first
  /// graph starts.
  void require_same(const std::string& variable, const std::string& value);
  /// Called by abort(), and before the job ends because of an error.
  void before_abort(std::function<void()> last_words);
  /// The exit code of the process where finish() cannot return (see Transport::finalize()).
  void set_exit_code(int code);
  /// Called by workers, several at a time, again and again while they wait. What it does may make
  /// tasks runnable. True: it has brought a task nearer to what it waits for, which is no deadlock.
  /// Before the first graph starts.
  void when_waiting(std::function<bool(Waiting)> call);
  /// Polls the transport if that is due. From within a task.
  void progress_if_due();
  /// By a task, in the first slice that the calling thread runs: the thread is the task's own from
  /// now on, and another one takes its place as a worker. The task keeps its stack until it ends:
  /// it neither suspends nor yields. No deadlock is reported from now on, as the task may have more
  /// threads, which the runtime does not see. False: the thread has run other tasks, which may have
  /// left something with it.
  bool keep_thread(Task& task);
  /// Index of the worker that runs the task; -1: none does just now. Any thread.
  int worker_of(const Task& task) const;
  /// As keep_thread(), in any slice: by the task, or by another thread while this worker runs the
  /// task, whose code is outside of the runtime. The caller knows that no other task needs what it
  /// has left with the worker's thread. `begins` runs first on the thread that takes its place.
  void keep_thread_of(int worker, Task& task, std::function<void()> begins);
  /// Such a task has nothing to do until something happens; it goes on.
  void own_thread_waits();
  void own_thread_goes_on();
  /// Such a task has looked in vain for a message. Polls the transport if that is due.
  void own_thread_polls();
  /// Something happened for such a task. Any thread.
  void wakes_own_thread();

 private:
  friend class TaskGraph;
  Transport& transport() const;

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bamboo
