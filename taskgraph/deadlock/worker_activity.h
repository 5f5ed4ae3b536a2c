// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <time.h>

#include <atomic>
#include <cstdint>
#include <vector>

namespace bamboo {

/// Counters that show whether a worker only waits or polls. Its thread writes them, others read
/// them.
struct WorkerActivity {
  std::atomic<std::uint64_t> looks{0};  ///< unsuccessful searches for a task to run
  std::atomic<std::uint64_t> polls{0};  ///< slices that ended with an unsuccessful poll
  std::atomic<std::uint64_t> ticks_polling_long{0};  ///< time in those slices that took long
  std::atomic<std::uint64_t> other_slices{0};
  std::atomic<std::uint64_t> local_messages{0};  ///< sent to tasks of this process
  std::atomic<bool> idle{false};                 ///< has nothing to run
  std::atomic<clockid_t> processor_clock{CLOCK_THREAD_CPUTIME_ID};  ///< of its thread
};

using WorkerActivities = std::vector<const WorkerActivity*>;  ///< of a process, by worker

/// Adds to a counter that only one thread writes: no locked instruction.
inline void bump(std::atomic<std::uint64_t>& counter, std::uint64_t by = 1) {
  counter.store(counter.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
}

}  // namespace bamboo
