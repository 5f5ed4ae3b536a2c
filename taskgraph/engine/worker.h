// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

#include "bamboo/taskgraph/task.h"
#include "deadlock/worker_activity.h"
#include "machine/inherited_settings.h"
#include "machine/parker.h"

namespace bamboo {

/// Whether a worker computes, as observed by idle workers: it has been in one slice for a while, or
/// since they began to watch. A worker does not record when a slice begins, because reading the
/// clock in each slice costs too much. Any number of threads may use it.
class SliceWatch {
 public:
  /// An idle worker begins to watch. `slices` is the number of slices that the watched worker has
  /// ended.
  void begin(std::uint64_t slices) {
    seen_.store(slices, std::memory_order_relaxed);
    last_end_.store(0, std::memory_order_relaxed);
  }
  /// Times in ticks; `span`: what counts as a while.
  bool computes(std::uint64_t slices, std::uint64_t now, std::uint64_t span) {
    if (seen_.exchange(slices, std::memory_order_relaxed) != slices)
      last_end_.store(now, std::memory_order_relaxed);
    // Another idle worker's clock may be ahead a little.
    const std::uint64_t end = last_end_.load(std::memory_order_relaxed);
    return now > end && now - end >= span;
  }

 private:
  std::atomic<std::uint64_t> seen_{0}, last_end_{0};
};

/// A worker runs tasks; it occupies its own cache lines. A thread is the worker until it ends or is
/// given to a task; then another thread takes over.
struct alignas(64) Worker {
  int index = 0;
  std::atomic<Task*> running{nullptr};  ///< any thread may read it
  std::uint64_t slice_start = 0;        ///< ticks(); 0: not measured
  std::uint64_t thread_start = 0;       ///< likewise, of the thread that is the worker now
  std::uint64_t first_switch = 0;       ///< `switches` when that thread became the worker
  /// The variable for the thread that takes over if this one is given to a task.
  std::thread* successor = nullptr;
  const std::atomic<int>* works_for = nullptr;  ///< the thread works until this count is 0
  InheritedSettings settings;                   ///< of that thread when it became the worker
  int fruitless = 0;             ///< consecutive yields after which nothing had happened
  std::uint64_t last_yield = 0;  ///< ticks(); or the end of the last idle time, if that was later
  Parker parker;

  WorkerActivity activity;
  // Written by the worker, read when statistics are asked for.
  std::atomic<std::uint64_t> switches{0};
  SliceWatch slice_watch;  ///< by others that are idle
  std::atomic<std::uint64_t> ticks_computing{0}, ticks_idle{0}, ticks_total{0};
  std::atomic<std::uint64_t> local_bytes{0}, copies{0};

  /// The worker of the calling thread, or null if the thread is not a worker. Never inlined: a task
  /// may continue on another thread, so the address of a thread-local variable must not survive a
  /// switch.
  static Worker* current();
  /// The calling thread is the worker from now on.
  void take_thread();
  /// Ends the role of the current thread as this worker. Called by that thread, or by another one
  /// while it runs code of a task outside of the runtime.
  void release_thread();

 private:
  std::atomic<Worker*>* of_thread_ = nullptr;  ///< what current() reads in the worker's thread
};

}  // namespace bamboo
