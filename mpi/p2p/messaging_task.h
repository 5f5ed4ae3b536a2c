// SPDX-License-Identifier: Apache-2.0
// A task that passes messages by MPI's rules.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "bamboo/taskgraph/internal/guarded.h"
#include "bamboo/taskgraph/stackful_task.h"
#include "bamboo/taskgraph/task_graph.h"
#include "matching/lent_sends.h"
#include "objects/rank_handles.h"
#include "p2p/active_messages.h"
#include "p2p/attached_buffer.h"
#include "p2p/call_time.h"
#include "p2p/own_threads.h"
#include "p2p/pending_operations.h"
#include "p2p/waiting.h"

namespace bamboo::mpi {

struct Communicator;

/// The changes to a send by the overlap regions around it.
struct SendPolicy {
  bool in_region = false;
  bool puts = false;             ///< a standard send does not wait for its receive
  bool recycles_buffers = true;  ///< copies of messages use the pool

  SendMode mode_of(SendMode given) const {
    return puts && given == SendMode::Standard ? SendMode::Put : given;
  }
};

/// The requests that the program has handles of.
class Requests : public RankHandles<Request, MPI_Request> {
 public:
  /// Returns a mark (Request::listed) that no request has.
  std::uint64_t new_mark() { return ++last_mark_; }

 private:
  std::uint64_t last_mark_ = 0;
};

/// A message that a matched probe has taken out, until its receive.
struct MatchedMessage {
  Message* message;
  Communicator& comm;
  CommunicatorUse comm_use;
};

class MessagingTask : public StackfulTask {
 public:
  /// `its_call`, where `call` is kept, outlives the task; null: in the task itself.
  MessagingTask(TaskGraph& graph, TaskId id, CallSite* its_call = nullptr)
      : StackfulTask(graph, id),
        call(its_call ? *its_call : own_call_),
        pending(*this),
        lent(graph.threads()),
        inbox(graph.threads()) {}

  /// The one that the calling thread runs, or in whose MPI functions it is; null: none. (All tasks
  /// of such a process are of this kind.)
  static MessagingTask* running();

  /// While this object exists, the calling thread, which runs no task as a worker, belongs to this
  /// task.
  class OwnThread {
   public:
    explicit OwnThread(MessagingTask& task) : before_(std::exchange(of_thread_, &task)) {}
    ~OwnThread() { of_thread_ = before_; }
    OwnThread(const OwnThread&) = delete;
    OwnThread& operator=(const OwnThread&) = delete;

   private:
    MessagingTask* const before_;
  };

  /// Gives the calling thread to the task, which may then have further threads. Returns false if
  /// that is no longer possible. See Runtime::keep_thread().
  bool keep_thread();
  /// Like keep_thread(), in any slice: gives the thread of this worker, which runs the task, to the
  /// task. Called by the task, or by another thread while the program runs outside of MPI. See
  /// Runtime::keep_thread_of().
  void keep_thread_of(int worker, std::function<void()> successor_begins);
  /// The task ends.
  static void leave_thread() { of_thread_ = nullptr; }
  /// The threads of a task that has its own; null if it shares its thread with other tasks.
  OwnThreads* own_threads() const { return own_threads_.load(std::memory_order_acquire); }

  /// The call will wait. Call it before arm(), and without the lock of the inbox.
  void begin_wait() {
    if (asks_before_wait_ && !own_threads()) [[unlikely]]
      may_leave_thread();
  }
  /// The task waits, and is notified from now on. Call it with the inbox locked.
  void arm() {
    OwnThreads* threads = own_threads();
    threads ? threads->arm() : rule().arm(1);
  }
  /// After arm(): waits until something has happened. Other threads of the task may call MPI
  /// meanwhile.
  void suspend() { own_threads() ? let_others_in(&OwnThreads::wait) : StackfulTask::suspend(); }
  /// Lets others run once.
  void yield() {
    begin_wait();
    own_threads() ? let_others_in(&OwnThreads::yield) : StackfulTask::yield();
  }
  /// The event that the task waits for happened. Any thread may call it.
  void wake(MessageId by) {
    OwnThreads* threads = own_threads();
    threads ? threads->wake() : graph().fire(*this, by);
  }

  /// Gives the message to the receive that matches it, or keeps it; one that acts, acts. Any
  /// thread.
  void inject(Message* message) final;
  CallSite waits_in() const override { return call; }

  /// The task with this id when it lives in this process, else null.
  MessagingTask* neighbour(TaskId task) const {
    return static_cast<MessagingTask*>(graph().channel(task).local);
  }
  /// The request behind a handle; null for MPI_REQUEST_NULL. Throws MpiError(MPI_ERR_REQUEST).
  Request* request_of(MPI_Request handle) const;

  /// MPI allows no communication in a function of the program that reduces. Throws MpiError.
  void refuse_in_reduction() const {
    if (reduces_) [[unlikely]]
      fail_in_reduction();
  }
  /// While this object exists, the task runs a reduction function of the program.
  class InReduction {
   public:
    explicit InReduction(MessagingTask& task) : task_(task) { task_.reduces_ = true; }
    ~InReduction() { task_.reduces_ = false; }
    InReduction(const InReduction&) = delete;
    InReduction& operator=(const InReduction&) = delete;

   private:
    MessagingTask& task_;
  };

  /// Priority of a task that sends to other processes; others have 0.
  static constexpr int feeds_other_process = 1;

  /// Begins an MPI function. A Fortran binding, which calls C's function, has set `called_from`.
  void begin_call(const char* function, void* call_site) {
    set_call({function, called_from ? std::exchange(called_from, nullptr) : call_site});
  }
  void set_call(const CallSite& to) {
    std::atomic_ref(call.function).store(to.function, std::memory_order_relaxed);
    std::atomic_ref(call.address).store(to.address, std::memory_order_relaxed);
  }
  /// For other threads, at any time.
  CallSite last_call() const {
    return {std::atomic_ref(call.function).load(std::memory_order_relaxed),
            std::atomic_ref(call.address).load(std::memory_order_relaxed)};
  }

  CallSite& call;  ///< the MPI function that the task called last
  CallTime call_time;
  void* called_from = nullptr;
  SendPolicy sends;
  Requests requests;
  RankHandles<MatchedMessage, MPI_Message> matched;
  std::optional<AttachedBuffer> attached;  ///< for all communicators without one of their own
  PendingOperations pending;
  LentSends lent;
  std::atomic<int> freed_sends{0};  ///< that MPI_Request_free has left, and that are not complete
  ActiveMessages* active_messages = nullptr;  ///< set before the graph runs
  WaitedFor waited_for;
  alignas(64) Guarded<Inbox> inbox;  // in one cache line: every message comes here

 protected:
  /// The task waits in MPI: other tasks may run on its thread unless it keeps that.
  virtual void may_leave_thread() {}
  bool asks_before_wait_ = true;  ///< false: may_leave_thread() has nothing to do

 private:
  [[noreturn]] static void fail_in_reduction();
  void begin_own_threads();
  /// Other threads of the task call MPI, and `call` is of this one again.
  void let_others_in(void (OwnThreads::*meanwhile)());

  [[gnu::tls_model("initial-exec")]] static inline thread_local MessagingTask* of_thread_ = nullptr;

  CallSite own_call_;
  bool reduces_ = false;
  std::unique_ptr<OwnThreads> own_threads_kept_;
  std::atomic<OwnThreads*> own_threads_{nullptr};
};

}  // namespace bamboo::mpi
