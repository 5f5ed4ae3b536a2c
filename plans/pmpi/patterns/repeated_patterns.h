// SPDX-License-Identifier: Apache-2.0
/// \file
/// Schedules for the patterns of MPI_Alltoallv that come again, without a word of the program:
/// CC-MPI's level 3 (PPoPP'03, section 4.2.2) from the second call on. A schedule is kept as pacing
/// and not as a promise: each process adapts it to its arguments of the call (adapt.h), so that
/// no process has to know whether another one's counts have changed.
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "bamboo/plans/execution.h"
#include "bamboo/plans/network.h"
#include "bamboo/plans/problem.h"
#include "bamboo/plans/schedulers.h"
#include "patterns/pattern_history.h"

namespace bamboo::plans::pmpi {

/// Of one communicator, all of whose processes tell and ask it the same in the same calls. One
/// thread at a time.
class RepeatedPatterns {
 public:
  /// A call that something else has served: this process's row.
  void see(const std::vector<std::size_t>& row);
  /// Calls that were not told of: forgets what was known.
  void miss();

  /// Whether next() is going to be collective: in its first call and in some others, of which all
  /// know, the processes find out what comes again, or whether the schedules still fit.
  bool must_ask() const { return calls_to_review_ == 0; }
  /// The schedule that serves the next call; null: nothing comes again. `problem`: in bytes.
  /// `network`: null, a star of which nothing is known.
  /// `wanted`: null, the best of all schedulers.
  std::shared_ptr<const Schedule> next(const Problem& problem, MPI_Comm channel,
                                       const Network* network, const Scheduler* wanted = nullptr);
  /// Whether the last call was served by a schedule.
  bool has_schedules() const { return !kept_.empty(); }

 private:
  /// One of the patterns that come by turns.
  struct Kept {
    Problem problem;
    std::shared_ptr<const Schedule> schedule;
    /// The last counts it was adapted to: they may be what comes from now on.
    Problem asked;
    std::shared_ptr<const Schedule> adapted;

    const std::shared_ptr<const Schedule>& schedule_for(const Problem& now);
  };

  void review(const Problem& problem, MPI_Comm channel, const Network* network,
              const Scheduler* wanted);
  void make(std::size_t period, const Problem& problem, MPI_Comm channel, const Network* network,
            const Scheduler* wanted);

  /// Behind the calls of a trial, where schedules that are not needed any more cost nothing.
  static constexpr std::size_t first_review = 5, longest_interval = 160;

  PatternHistory history_;
  std::vector<Kept> kept_;
  std::size_t turn_ = 0;             ///< whose is the next call
  std::size_t calls_to_review_ = 0;  ///< that are still to be served before it
  std::size_t interval_ = 0;         ///< from one review to the next; 0 before the first
  Change fit_;            ///< of the calls since the last review, to what they were planned for
  bool has_fit_ = false;  ///< in a review, since they were made
};

}  // namespace bamboo::plans::pmpi
