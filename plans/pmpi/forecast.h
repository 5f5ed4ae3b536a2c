// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the description of the network says of the calls of a kind before any plan of theirs has
/// run: whether a plan would be so much faster than the installed MPI's calls were that it need not
/// wait until a trial costs nothing. All processes find the same: they have the same description,
/// and see the same times and patterns.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/network.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans::pmpi {

/// What this process asked for in the call; made when somebody wants to know.
using Ask = std::function<Problem()>;

/// What could serve, the best first, and what a call takes then.
struct Outlook {
  std::vector<const Algorithm*> candidates;
  double seconds = 0;
};

/// Of one operation and size class on one communicator.
class Forecast {
 public:
  /// `bytes` as Trial has them. The network, between the communicator's processes, must outlive it.
  /// `is_world`: the communicator is MPI_COMM_WORLD.
  Forecast(Operation operation, std::size_t bytes, const Network& network, bool is_world);

  /// After how many of the MPI's own calls the processes should compare their times for it: so that
  /// this costs at most some percent of them. 0: never.
  std::size_t calls() const { return calls_; }
  /// Whether a plan may be clearly faster than a call by the MPI of so many seconds.
  bool may_gain(double own) const;
  /// Nothing where nothing is known. Collective over `channel`.
  std::optional<Outlook> outlook(std::span<const Algorithm* const> candidates, const Ask& ask,
                                 MPI_Comm channel) const;

 private:
  Operation operation_;
  std::size_t bytes_;
  const Network* network_;
  double least_;      ///< what the wire needs; 0 where that is not known
  double agreement_;  ///< what it takes to agree on something
  std::size_t calls_ = 0;
};

}  // namespace bamboo::plans::pmpi
