// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "bamboo/taskgraph/internal/guarded.h"

namespace bamboo {

class DeadlockDetector;

/// Whether any worker of this process has something to run, and since when not. Tells the deadlock
/// detector, which knows all processes.
class Idleness {
 public:
  /// `detector` null: a job of one process.
  Idleness(int workers, DeadlockDetector* detector, Threads threads = Threads::Several)
      : workers_(workers), detector_(detector), idle_workers_(threads) {}

  void enter();  ///< a worker found nothing to run
  void leave();  ///< … and now did
  /// A task has become runnable, though no worker has taken it yet. Any thread.
  void work_appeared() {
    if (idle_.load()) end();
  }
  /// Since when, in ticks, all workers are idle; nullopt where that is less than `span` ticks.
  /// Two equal answers: nothing ran in between.
  std::optional<std::uint64_t> idle_for(std::uint64_t span) const;

 private:
  void end();

  const int workers_;
  DeadlockDetector* const detector_;
  Guarded<int> idle_workers_;
  std::atomic<bool> idle_{false};
  std::atomic<std::uint64_t> since_{0};
};

}  // namespace bamboo
