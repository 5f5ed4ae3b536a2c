// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "bamboo/taskgraph/internal/guarded.h"
#include "deadlock/worker_activity.h"

namespace bamboo {

class DeadlockDetector;

/// The activity of a worker during one step of time; times in ticks.
struct WorkerStep {
  std::uint64_t span = 0;       ///< how long the step was
  std::uint64_t polls = 0;      ///< slices that ended with an unsuccessful poll
  std::uint64_t in_long = 0;    ///< time in those slices that took long
  std::uint64_t processor = 0;  ///< what the thread has used of a core
  bool idle = false;            ///< has nothing to run at the end of the step

  /// Whether the tasks computed between their polls. Tasks that sleep, or that lose the core, take
  /// long without using the processor.
  bool computed() const;
};

/// Detects that the tasks of this process only wait and poll without success: no worker sleeps, and
/// yet nothing happens. Checks the workers' activity at intervals.
class PollWatch {
 public:
  /// `span`: for how long nothing must happen; 0: any time. `detector` null: one process.
  PollWatch(WorkerActivities workers, std::uint64_t span, DeadlockDetector* detector,
            Threads threads = Threads::Several);

  /// Called by a worker whose task has just polled without success. Returns true if nothing has
  /// happened for the whole span.
  bool step_if_due(std::uint64_t now) {
    return span_ > 0 && now - last_step_.load(std::memory_order_relaxed) >= span_ / steps_in_span &&
           step(now);
  }

 private:
  static constexpr int steps_in_span = 8;
  /// In steps. A worker that is away for longer does more than occasional polling. Polling counts
  /// only if it lasts for this long, even if the process rarely gets a core and sees few steps of a
  /// span.
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
