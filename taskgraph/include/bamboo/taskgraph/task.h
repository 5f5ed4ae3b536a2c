// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <string>

#include "bamboo/taskgraph/firing_rule.h"
#include "bamboo/taskgraph/hints.h"
#include "bamboo/taskgraph/internal/spin_lock.h"
#include "bamboo/taskgraph/internal/task_owner.h"
#include "bamboo/taskgraph/message.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

class TaskGraph;

/// A call of the user's code into a programming interface.
struct CallSite {
  const char* function = nullptr;  ///< static storage
  void* address = nullptr;         ///< where the call returns to
};

/// A node of the task graph (SC'12, section III; there: vinit, vinject, vexecute).
///
/// Life: init() once on a worker; then execute() whenever the firing rule is satisfied (the first
/// time at once), until finished() is true. inject() is called for every message that arrives, from
/// any thread, also while execute() runs; an implementation guards what both touch. A graph that is
/// run again calls restart() and begins anew with init().
class Task {
 public:
  enum class State : unsigned char { Created, Ready, Running, Suspended, Finished };

  /// Constructs a task of a graph. The graph calls it in TaskGraph::create().
  Task(TaskGraph& graph, TaskId id);
  virtual ~Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  virtual void init() {}
  virtual void inject(Message* message) = 0;
  virtual void execute() = 0;
  virtual bool finished() const = 0;
  /// Resets the task to the state that its constructor left, before another run of the graph. A
  /// derived class resets its own members in init().
  virtual void restart() {}
  /// Called on the worker's own stack each time the task was suspended or has ended.
  virtual void left() {}
  /// Describes what a suspended task waits for. The task does not run during the call.
  virtual std::string describe_wait() const;

  /// The call in which it waits or looks for messages; for traces.
  virtual CallSite waits_in() const { return {}; }

  TaskId id() const { return id_; }
  TaskGraph& graph() const;
  TaskOwner& owner() const { return owner_; }
  FiringRule& rule() { return rule_; }
  /// The scheduler's hints. The task may change them while it runs.
  TaskHints& hints() { return hints_; }
  const TaskHints& hints() const { return hints_; }

  /// The only worker that may run the task; -1: any worker. (Images with thread_local data are
  /// pinned.) The task may change it while it runs; any thread may read it.
  std::atomic<int> pinned_worker{-1};
  std::atomic<State> state{
      State::Created};    ///< written by the worker that runs the task; for reports
  SpinLock slice;         ///< held while it runs, and while another thread describes it
  bool gave_way = false;  ///< in this slice, rather than to wait for messages
  /// It does not share its thread with other tasks, and never leaves it (Runtime::keep_thread).
  bool has_own_thread = false;
  std::uint32_t messages_sent = 0;

  /// Belongs to the trace, if there is one. Times in ticks.
  struct Traced {
    std::uint64_t left = 0;           ///< end of the last slice; 0: none yet
    std::uint64_t fired = 0;          ///< when the firing rule was met; 0: not since the last slice
    MessageId by;                     ///< the message that met it
    std::uint64_t runtime_since = 0;  ///< in the runtime since; 0: computes
    std::uint64_t runtime = 0;        ///< of this slice, in the runtime
  } traced;

 protected:
  /// `threads`: the threads that touch the task. One thread saves its locks.
  Task(TaskOwner& owner, TaskId id, Threads threads)
      : slice(threads), owner_(owner), id_(id), rule_(threads) {}

 private:
  friend class Scheduler;
  friend class TaskList;
  /// Belongs to the scheduler.
  struct Scheduling {
    Task* next = nullptr;
    Task* previous = nullptr;
    int runs = 0, last_worker = -1;
  };

  TaskOwner& owner_;
  const TaskId id_;
  FiringRule rule_;
  TaskHints hints_;
  Scheduling scheduling_;
};

}  // namespace bamboo
