// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "bamboo/taskgraph/internal/processor.h"

namespace bamboo {

/// A lock for critical sections of a few instructions (Lockable: use with std::lock_guard).
///
/// Where a process has one thread that runs tasks and no service thread, nothing can contend:
/// `concurrent` is false and lock() costs one predictable branch. It is set once, before the first
/// thread starts, and never changes while a lock is held.
class SpinLock {
 public:
  void lock() {
    if (!concurrent) return;
    while (flag_.exchange(true, std::memory_order_acquire)) {
      while (flag_.load(std::memory_order_relaxed)) processor::pause();
    }
  }
  bool try_lock() { return !concurrent || !flag_.exchange(true, std::memory_order_acquire); }
  void unlock() {
    if (concurrent) flag_.store(false, std::memory_order_release);
  }

  static inline bool concurrent = true;

 private:
  std::atomic<bool> flag_{false};
};

}  // namespace bamboo
