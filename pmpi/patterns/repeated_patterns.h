// SPDX-License-Identifier: Apache-2.0
// Schedules for the repeated patterns of MPI_Alltoallv, without hints of the program: CC-MPI's
// level 3 (PPoPP'03, section 4.2.2) from the second call on. A schedule is kept as pacing, not as
// a promise: each process adapts it to its arguments of the call (adapt.h), so no process has to
// know whether the counts of another one have changed.
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

/// The patterns of one communicator, all of whose processes make equal calls here. One thread at a
/// time.
class RepeatedPatterns {
 public:
  /// Records a call that was served in another way: this process's row.
  void see(const std::vector<std::size_t>& row);
  /// Reports that calls were not observed. Forgets what was known.
  void miss();

  /// Whether next() will be collective: in the first call, and in some others that all processes
  /// know, they find out which patterns repeat, or whether the schedules still fit.
  bool must_ask() const { return calls_to_review_ == 0; }
  /// Returns the schedule for the next call; null if no pattern repeats. `problem` is in bytes. If
  /// `network` is null, it is an unknown star. If `wanted` is null, the best of all schedulers is
  /// used.
  std::shared_ptr<const Schedule> next(const Problem& problem, MPI_Comm channel,
                                       const Network* network, const Scheduler* wanted = nullptr);
  /// Whether a schedule served the last call.
  bool has_schedules() const { return !kept_.empty(); }

 private:
  /// One of several alternating patterns.
  struct Entry {
    Problem problem;
    std::shared_ptr<const Schedule> schedule;
    /// The last counts to which it was adapted. They may be the new pattern.
    Problem asked;
    std::shared_ptr<const Schedule> adapted;

    const std::shared_ptr<const Schedule>& schedule_for(const Problem& now);
  };

  void review(const Problem& problem, MPI_Comm channel, const Network* network,
              const Scheduler* wanted);
  void make(std::size_t period, const Problem& problem, MPI_Comm channel, const Network* network,
            const Scheduler* wanted);

  /// For use after the calls of a trial, where schedules that are no longer needed cost nothing.
  static constexpr std::size_t first_review = 5, longest_interval = 160;

  PatternHistory history_;
  std::vector<Entry> kept_;
  std::size_t turn_ = 0;             ///< whose is the next call
  std::size_t calls_to_review_ = 0;  ///< the number of calls until the next review
  std::size_t interval_ = 0;         ///< from one review to the next; 0 before the first
  Change fit_;            ///< of the calls since the last review, compared with the planned ones
  bool has_fit_ = false;  ///< in a review, since the schedules were made
};

}  // namespace bamboo::plans::pmpi
