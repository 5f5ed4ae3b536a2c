// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <time.h>

#include <atomic>
#include <cstdint>

#include "bamboo/taskgraph/task.h"
#include "machine/parker.h"

namespace bamboo {

/// A thread that runs tasks, on a cache line of its own.
struct alignas(64) Worker {
  int index = 0;
  Task* running = nullptr;
  bool yielded = false;          ///< the running task gave way rather than wait for messages
  int fruitless = 0;             ///< yields in a row after which nothing had happened
  std::uint64_t last_yield = 0;  ///< ticks(); or, if that was later, the end of idleness
  Parker parker;

  // Written by the worker, read when statistics are asked for.
  std::atomic<std::uint64_t> switches{0};
  std::atomic<std::uint64_t> ticks_computing{0}, ticks_idle{0}, ticks_total{0};
  std::atomic<std::uint64_t> local_messages{0}, local_bytes{0}, copies{0};

  // For the PollWatch. Slices that ended with a poll in vain, the time in those of them that took
  // long, and all other slices.
  std::atomic<std::uint64_t> polls{0}, ticks_polling_long{0}, other_slices{0};
  std::atomic<bool> idle{false};
  std::atomic<clockid_t> processor_clock{CLOCK_THREAD_CPUTIME_ID};  ///< of its thread

  /// Of the calling thread; null on threads that are not workers. Never inlined: a task may
  /// continue on another thread, so the address of a thread's variable must not survive a switch.
  static Worker* current();
  static void set_current(Worker* worker);
};

/// Adds to a counter that only one thread writes: no locked instruction.
inline void bump(std::atomic<std::uint64_t>& counter, std::uint64_t by = 1) {
  counter.store(counter.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
}

}  // namespace bamboo
