// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "bamboo/taskgraph/internal/trace.h"
#include "bamboo/taskgraph/scheduler.h"
#include "deadlock/idleness.h"
#include "deadlock/local_deadlock.h"
#include "deadlock/poll_watch.h"
#include "deadlock/wait_report.h"
#include "engine/engine.h"
#include "engine/progress_gate.h"
#include "engine/service_thread.h"
#include "engine/worker.h"

namespace bamboo {

struct Engine::Impl {
  Impl(Engine& owner, const RuntimeOptions& given, Messenger* of_process, const ThreadPlan& decided,
       Report unfinished_tasks);

  // engine.cpp
  /// Null: a job of one process.
  DeadlockDetector* detector() const;
  WorkerActivities activities() const;
  /// Ends the service thread. With statistics, prints for how long it was without the core that
  /// seemed free.
  void print_binding() const;
  void end_service();

  // own_thread.cpp
  void begin_own_thread(Task& task, Worker& worker, std::function<void()> successor_begins);
  void start_successor(Worker& worker, std::function<void()> begins);
  void end_own_thread(Task& task);

  // worker_loop.cpp
  /// Until the count is 0.
  void work(Worker& me, const std::atomic<int>& count);
  /// Runs a slice of the task. Returns false if the calling thread is no longer a worker.
  bool run_slice(Worker& me, Task& task);
  void execute(Worker& me, Task& task);
  void after_yield(Worker& me, Task& task);
  /// Waits for a ready task. Returns null when the count is 0.
  Task* wait_for_task(Worker& me, const std::atomic<int>& count);
  void back_off(Worker& me, const std::atomic<int>& count, bool polling, std::uint64_t waited);
  /// Wakes the worker that a task is pinned to; -1: any worker.
  void wake_worker_for(int pinned);
  // Used by Runtime::when_waiting().
  void watch_slices();
  Waiting waiting(const Worker& me);
  bool others_compute(const Worker& me);
  void check_for_local_deadlock();
  void warn_of_local_polling();

  Engine& engine;
  const RuntimeOptions options;
  Messenger* const messenger;  // null: none
  const int processes;
  const std::unique_ptr<Trace> trace;  // null: none
  const bool timing;                   // statistics or a trace need time stamps
  const ThreadPlan plan;
  const Report describe_unfinished;

  std::unique_ptr<Scheduler> scheduler;
  std::unique_ptr<Worker[]> workers;  // the first one's thread is the caller's
  std::vector<std::thread> threads;   // of the others

  ProgressGate gate;
  Idleness idleness;
  LocalDeadlock local_deadlock;
  WaitReport wait_report;
  PollWatch poll_watch;
  std::optional<ServiceThread> service;
  bool started = false;
  std::atomic<int> unfinished{0};            // tasks that were submitted
  std::atomic<int> serving{1};               // 0: the other workers end
  std::atomic<bool> has_own_threads{false};  // tasks have, or had
  std::atomic<int> sleepers{0};              // workers that are parked or about to be
  std::atomic<bool> polled_idly{false};      // one idle worker polls, which is sufficient
  std::atomic<bool> reported{false}, warned{false};
  std::atomic<std::uint64_t> other_messages{0}, other_bytes{0},
      other_copies{0};  // by other threads

  // Spans of time in ticks().
  const std::uint64_t spin_span, short_slice, long_slice, computing_slice, deadlock_span;
  /// A worker that waits for a message yields for this long before it sleeps, because a sleep ends
  /// late by the kernel's wake-up latency. Where processes share a core, and in control groups with
  /// a quota, yielding takes time from tasks that compute.
  const std::uint64_t yield_span;
};

}  // namespace bamboo
