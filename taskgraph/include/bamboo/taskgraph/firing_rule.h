// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "bamboo/taskgraph/internal/threads.h"

namespace bamboo {

/// When a suspended task may run again: after the last of a set of needed messages.
///
/// The counter starts one too high. The worker takes that one away when the task's stack has really
/// been left, so a message that arrives in between cannot start the task a second time:
///
///     rule.arm(2);             // task, before it suspends: needs two messages
///     suspend();               //   … worker, on its own stack: if (rule.satisfy()) run it again
///     rule.satisfy();          // deliverer, for each message; true: make the task runnable
class FiringRule {
 public:
  /// `threads`: that satisfy it. One thread needs no locked instruction.
  explicit FiringRule(Threads threads = Threads::Several) : threads_(threads) {}
  void arm(int needed) { missing_.store(needed + 1, std::memory_order_relaxed); }
  /// Records that one need is met. Returns true to exactly one caller: the one that met the last
  /// need.
  bool satisfy() {
    if (!is_alone(threads_)) return missing_.fetch_sub(1, std::memory_order_acq_rel) == 1;
    const int before = missing();
    missing_.store(before - 1, std::memory_order_relaxed);
    return before == 1;
  }
  int missing() const { return missing_.load(std::memory_order_relaxed); }

 private:
  std::atomic<int> missing_{0};
  const Threads threads_;
};

}  // namespace bamboo
