// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "bamboo/taskgraph/internal/guarded.h"

namespace bamboo {

class DeadlockDetector;

/// Whether any worker of this process has something to run, and since when not. Tells the deadlock
/// detector, which knows all processes. A task with a thread of its own counts as a worker.
class Idleness {
 public:
  /// `detector` null: a job of one process.
  Idleness(int workers, DeadlockDetector* detector, Threads threads = Threads::Several)
      : detector_(detector), workers_(threads, Workers{.all = workers, .idle = 0}) {}

  void enter();  ///< a worker found nothing to run
  void leave();  ///< … and now did
  /// A worker brought a task nearer to what it waits for, though none became runnable: if all are
  /// idle, they are from now on.
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
  // With `workers` locked:
  void begin_if_all(const Workers& workers);
  void end();

  DeadlockDetector* const detector_;
  Guarded<Workers> workers_;
  std::atomic<bool> idle_{false};
  std::atomic<std::uint64_t> since_{0};
};

}  // namespace bamboo
