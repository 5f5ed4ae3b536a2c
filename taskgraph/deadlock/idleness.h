// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "bamboo/taskgraph/internal/guarded.h"

namespace bamboo {

class DeadlockDetector;

/// Tracks whether any worker of this process has something to run, and how long none has had.
/// Notifies the deadlock detector, which covers all processes. A task that has its own thread
/// counts as a worker.
class Idleness {
 public:
  /// `detector` null: a job of one process.
  Idleness(int workers, DeadlockDetector* detector, Threads threads = Threads::Several)
      : detector_(detector), workers_(threads, Workers{.all = workers, .idle = 0}) {}

  void enter();  ///< a worker found nothing to run
  void leave();  ///< … and now did
  /// A worker brought a task nearer to what it waits for, but made none runnable: restarts the idle
  /// time if all workers are idle.
  void restart();
  void add();     ///< another worker, which has something to run
  void remove();  ///< it is one no longer
  /// A task has become runnable, though no worker has taken it yet. Any thread.
  void work_appeared() {
    if (idle_.load()) note_work();
  }
  /// Since when, in ticks, all workers are idle; nullopt where that is less than `span` ticks.
  /// Two equal answers: nothing ran in between.
  std::optional<std::uint64_t> idle_for(std::uint64_t span) const;

 private:
  struct Workers {
    int all, idle;
  };
  void note_work();
  // Call these with `workers` locked.
  void begin_if_all(const Workers& workers);
  void end();

  DeadlockDetector* const detector_;
  Guarded<Workers> workers_;
  std::atomic<bool> idle_{false};
  std::atomic<std::uint64_t> since_{0};
};

}  // namespace bamboo
