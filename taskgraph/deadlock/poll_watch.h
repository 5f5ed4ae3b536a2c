// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "bamboo/taskgraph/internal/guarded.h"
#include "deadlock/worker_activity.h"

namespace bamboo {

class DeadlockDetector;

/// What a worker did in a step of time, in ticks.
struct WorkerStep {
  std::uint64_t span = 0;       ///< how long the step was
  std::uint64_t polls = 0;      ///< slices that ended with a poll in vain
  std::uint64_t in_long = 0;    ///< time in those of them that took long
  std::uint64_t processor = 0;  ///< what the thread has used of a core
  bool idle = false;            ///< has nothing to run at the end of the step

  /// Whether its tasks computed between their polls. Those that sleep there, or lose the core, take
  /// long without using it.
  bool computed() const;
};

/// Whether all that the tasks of this process do is to wait and to poll in vain: then no worker
/// sleeps, and yet nothing happens. Looks every now and then at what the workers did since.
class PollWatch {
 public:
  /// `span`: for how long nothing must happen; 0: any time. `detector` null: one process.
  PollWatch(WorkerActivities workers, std::uint64_t span, DeadlockDetector* detector,
            Threads threads = Threads::Several);

  /// By a worker whose task has just polled in vain. True when nothing has happened for the span.
  bool step_if_due(std::uint64_t now) {
    return span_ > 0 && now - last_step_.load(std::memory_order_relaxed) >= span_ / steps_in_span &&
           step(now);
  }

 private:
  static constexpr int steps_in_span = 8;
  /// In steps. A worker that is away for longer does more than to poll now and then. Polling counts
  /// only when it lasts for so long, however few steps of a span a process sees that seldom gets a
  /// core.
  static constexpr int longest_slice = steps_in_span / 2;
  struct Seen {
    std::uint64_t polls = 0, in_long = 0, events = 0;
    std::int64_t processor = 0;
    int away = 0;  ///< steps in a row in which it ran one slice
  };
  bool step(std::uint64_t now);
  bool only_polled(const WorkerActivity& worker, Seen& seen, std::uint64_t span) const;
  struct Calm {
    std::vector<Seen> seen;   ///< by worker
    int steps = 0;            ///< in a row in which nothing happened
    std::uint64_t since = 0;  ///< when these were long enough to count
  };

  const WorkerActivities workers_;
  const std::uint64_t span_;
  DeadlockDetector* const detector_;
  const double ticks_per_nanosecond_;
  Guarded<Calm> calm_;
  std::atomic<std::uint64_t> last_step_;
};

}  // namespace bamboo
