// SPDX-License-Identifier: Apache-2.0
// Decides whether a plan should serve the calls of a kind before a trial of it is free of cost.
// Asked after the first calls by the installed MPI. All processes get the same answer, because
// they have the same times and patterns.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/choice_constants.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans::pmpi {

/// Makes this process's problem of the call when it is looked at.
using Ask = std::function<Problem()>;

/// A call by the installed MPI, in seconds, alike on all processes.
struct SeenCall {
  double seconds = 0;    ///< from the time when all had entered it until all had left it
  double agreement = 0;  ///< the time of an agreement; 0: not known yet
};

/// The algorithms that may serve, the best first, and the time that a call by the MPI must clearly
/// exceed.
struct Outlook {
  std::vector<const Algorithm*> candidates;
  double seconds = 0;
  bool is_at_wire = false;  ///< whatever time the MPI took: nothing can be much faster
  bool is_small = false;    ///< nothing is to be gained
};

/// The value of Prospect::calls() while the sizes of calls are unknown. There is one
/// MPI_COMM_WORLD. A program may make many other communicators, each for a few calls.
constexpr std::size_t calls_before_sizes_are_known(bool is_world) {
  return is_world ? 1 : choice::calls_of_communicator;
}

/// The prospect of one operation and size class on one communicator.
class Prospect {
 public:
  virtual ~Prospect() = default;
  /// The number of the MPI's own calls after which the processes should compare their times, so
  /// that this costs at most some percent of them. 0: never.
  virtual std::size_t calls() const = 0;
  /// Whether a plan may be clearly faster than that call.
  virtual bool may_gain(const SeenCall& call) const = 0;
  /// Returns nothing if nothing is known, and nothing will be. Collective over `channel`.
  virtual std::optional<Outlook> outlook(std::span<const Algorithm* const> candidates,
                                         const Ask& ask, MPI_Comm channel) const = 0;
  /// Whether it may recommend schedules of repeated patterns, which are observed until then.
  virtual bool knows_schedules() const = 0;
};

}  // namespace bamboo::plans::pmpi
