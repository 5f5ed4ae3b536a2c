// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the edges of a topology carry, once all processes know it: a message between two hosts
/// passes through processes that have no part in it, so these must know how long it is. It stays as
/// long as it was when they agreed on it. Both ends of an edge know their counts of a call, and by
/// themselves fit these into the messages (bamboo/plans/neighbours.h): so counts may change from
/// call to call, and no call has to ask whether another process's have.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <vector>

#include "bamboo/plans/execution.h"
#include "bamboo/plans/locality.h"
#include "bamboo/plans/problem.h"
#include "patterns/pattern_history.h"

namespace bamboo::plans::pmpi {

/// Of one operation on one communicator, all of whose processes ask it in the same calls. One
/// thread at a time.
class NeighbourPatterns {
 public:
  /// Whether next() is going to be collective: in its first call and in some others, of which all
  /// know, the processes find out what the edges carry, or whether that is still so.
  bool must_ask() const { return calls_to_review_ == 0; }
  /// The schedule that serves the next call; null on all processes: both ends of some edge know
  /// different counts, which is for the MPI to find. `problem`: in bytes.
  ScheduleRef next(const Problem& problem, const Locality& locality, MPI_Comm channel);

 private:
  /// The messages as one of the last calls has had them: several exchanges may come by turns.
  struct Fitted {
    Problem problem;
    ScheduleRef schedule;
  };

  void review(const Problem& problem, MPI_Comm channel);
  bool do_counts_fit(MPI_Comm channel);

  /// Counts that have not stayed are looked at less and less often.
  static constexpr std::size_t first_review = 5, longest_interval = 160;

  std::vector<Problem> all_;  ///< that the messages are made for; empty: with a fault
  std::vector<Fitted> fitted_;
  Change change_;                    ///< of the calls since the last review
  std::size_t calls_to_review_ = 0;  ///< that are still to be served before it
  std::size_t interval_ = 0;         ///< from one review to the next; 0 before the first
};

}  // namespace bamboo::plans::pmpi
