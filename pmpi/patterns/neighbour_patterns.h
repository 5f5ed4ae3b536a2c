// SPDX-License-Identifier: Apache-2.0
// The loads of a topology's edges, once all processes know them. A message between two hosts
// passes through processes that have no part in it, so these must know its length. It keeps the
// length that the processes agreed on. Both ends of an edge know their counts of a call and fit
// these into the messages without communication (bamboo/plans/neighbours.h). So counts may change
// from call to call, and no call has to ask whether those of another process have changed.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <vector>

#include "bamboo/plans/execution.h"
#include "bamboo/plans/locality.h"
#include "bamboo/plans/problem.h"
#include "patterns/pattern_history.h"

namespace bamboo::plans::pmpi {

/// The patterns of one operation on one communicator, all of whose processes call it equally. One
/// thread at a time.
class NeighbourPatterns {
 public:
  /// Whether next() will be collective: in the first call, and in some others that all processes
  /// know, they find out the loads of the edges, or whether those still hold.
  bool must_ask() const { return calls_to_review_ == 0; }
  /// The schedule for the next call. Null on all processes if the two ends of an edge have
  /// different counts, which the MPI must report. `problem` is in bytes.
  ScheduleRef next(const Problem& problem, const Locality& locality, MPI_Comm channel);

 private:
  /// The messages of one of the last calls: several exchanges may alternate.
  struct Fitted {
    Problem problem;
    ScheduleRef schedule;
  };

  void review(const Problem& problem, MPI_Comm channel);
  bool do_counts_fit(MPI_Comm channel);

  /// Counts that have changed are examined less and less often.
  static constexpr std::size_t first_review = 5, longest_interval = 160;

  std::vector<Problem> all_;  ///< for which the messages are made; empty: one has a fault
  std::vector<Fitted> fitted_;
  Change change_;                    ///< of the calls since the last review
  std::size_t calls_to_review_ = 0;  ///< the number of calls until the next review
  std::size_t interval_ = 0;         ///< from one review to the next; 0 before the first
};

}  // namespace bamboo::plans::pmpi
