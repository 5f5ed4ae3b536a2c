// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "bamboo/taskgraph/internal/processor.h"
#include "bamboo/taskgraph/internal/threads.h"

namespace bamboo {

/// A lock for critical sections of a few instructions. It meets the Lockable requirements, so use
/// it with std::lock_guard.
///
/// With Threads::One there is no contention: lock() then costs one predictable branch.
class SpinLock {
 public:
  explicit SpinLock(Threads threads = Threads::Several) : threads_(threads) {}

  void lock() {
    if (is_alone(threads_)) return;
    while (flag_.exchange(true, std::memory_order_acquire))
      while (flag_.load(std::memory_order_relaxed)) processor::pause();
  }
  bool try_lock() { return is_alone(threads_) || !flag_.exchange(true, std::memory_order_acquire); }
  void unlock() {
    // Cheaper than is_alone(), which the holder of the flag was not.
    if (flag_.load(std::memory_order_relaxed)) flag_.store(false, std::memory_order_release);
  }

 private:
  std::atomic<bool> flag_{false};
  const Threads threads_;
};

}  // namespace bamboo
