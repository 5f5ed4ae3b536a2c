// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "bamboo/taskgraph/communicator.h"
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

/// The state of a process that has nothing to run.
enum class Waiting {
  BesideComputing,  ///< a worker has nothing to run, another one is in a task for a while
  Some,             ///< a worker has nothing to run, or a task polled for a message and found none
  All,              ///< nothing can ever happen: the process is alone, and no task can run
};

/// A process's view of the job. The constructor finds the installed MPI that launched the process
/// (without a launcher: a job of one process) and starts the workers; finish() ends both. A process
/// has at most one such Runtime at a time, or any number on communicators of the program.
///
///     int main() {
///       bamboo::Runtime runtime;                    // alone, or under any MPI's launcher
///       bamboo::TaskGraph graph(runtime, 100);
///       graph.create<MyTask>();
///       graph.run();
///     }                                             // finish(): waits for the other processes
///
/// The thread that constructs the Runtime calls all functions here and in TaskGraph, unless a
/// function says otherwise. That thread is worker 0 while it is in TaskGraph::wait() or run().
/// Outside of them the process counts as busy: no deadlock is reported.
///
/// The constructor and finish() are collective over the processes. If the program initialised MPI
/// itself (with at least MPI_THREAD_SERIALIZED), the program also finalises it, after finish(), and
/// makes no calls of MPI in between. For those, make the Runtime on a communicator.
class Runtime {
 public:
  /// Prints a message and exits with code 1 if the MPI cannot be used, or if a launcher announces
  /// several processes that this process cannot reach (see may_run_alone). Throws std::logic_error
  /// if the process already has a Runtime.
  explicit Runtime(RuntimeOptions options = RuntimeOptions::from_environment());
  /// A Runtime of the processes of a communicator, for a program or library that calls MPI itself.
  /// Process numbers are its ranks. Collective over it, as finish() is. Makes a copy of its own, so
  /// that messages never meet the program's; `communicator` remains the caller's, who may free it
  /// at once. The program finalises the MPI, after finish(). Writes no trace.
  ///
  /// With MPI_THREAD_MULTIPLE the program calls MPI whenever it likes, and threads may have a
  /// Runtime each, at the same time. With less the Runtime has one worker and calls MPI only in the
  /// thread that makes it (MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED: the main thread); wait() then
  /// returns when the receivers have accepted what its tasks have sent, and may wait for these
  /// processes to call run() or wait(), as MPI_Send does for MPI_Recv.
  ///
  /// Runtimes of one thread run their graphs one after another: start() throws while a graph of
  /// another one runs. Processes that share several communicators call their collective functions
  /// and wait for their graphs in the same order.
  ///
  /// Throws std::logic_error, before it starts anything: for a communicator that is null or joins
  /// two groups; if the MPI is not initialised, or not for as many threads; beside a Runtime of the
  /// whole job; within a task, or in a virtual rank of mode tasks. Throws std::runtime_error
  /// without Bamboo's module for the MPI.
  explicit Runtime(Communicator communicator,
                   RuntimeOptions options = RuntimeOptions::from_environment());
  /// Calls finish() unless it was called. While an exception unwinds the thread it calls abort(1),
  /// because the other processes would wait forever.
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  /// Waits until no process needs this one any more; then ends workers and MPI. The graphs have
  /// ended; `process()`, `processes()` and `statistics()` stay.
  void finish();

  ProcessId process() const;  ///< 0 … processes() - 1
  int processes() const;
  const RuntimeOptions& options() const;
  /// The statistics of this process since its start. Any thread may call it.
  Statistics statistics() const;
  /// Ends all processes of the job with this exit code. Any thread; destroys nothing.
  [[noreturn]] void abort(int exit_code);

  // For libraries on top of task graphs, such as virtual ranks.

  /// The Runtime of the whole job, or null.
  static Runtime* current();
  /// The task that the calling thread runs; null elsewhere.
  static Task* running();
  /// The calling worker, from 0; -1 on other threads.
  static int worker();
  /// The thread count to construct tasks' locks with.
  Threads threads() const;
  /// Returns the reason why this process must not run as a job of one: a launcher or a batch system
  /// announces several tasks, and this process reaches none of them. The text includes the remedy.
  std::optional<std::string> why_not_alone() const;
  /// Ends the job where processes have different values of an option. Collective, before the first
  /// graph starts.
  void require_same(const std::string& variable, const std::string& value);
  /// Called by abort(), and before the job ends because of an error.
  void before_abort(std::function<void()> last_words);
  /// Sets the exit code of the process for a finish() that cannot return (see
  /// Transport::finalize()).
  void set_exit_code(int code);
  /// Registers a function that waiting workers call repeatedly, several at a time. It may make
  /// tasks runnable. It returns true if it brought a task nearer to what it waits for, which means
  /// that there is no deadlock. Call this before the first graph starts.
  void when_waiting(std::function<bool(Waiting)> call);
  /// Polls the transport if a poll is due. Call it from within a task.
  void progress_if_due();
  /// Called by a task in the first slice that the calling thread runs: gives the thread to the
  /// task; another thread takes its place as a worker. The task keeps its stack until it ends and
  /// neither suspends nor yields. From then on no deadlock is reported, because the task may have
  /// threads that the runtime cannot see. Returns false if the thread has run other tasks, which
  /// may have left thread-local state.
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
  /// A task that has its own thread polled for a message and found none. Polls the transport if a
  /// poll is due.
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
