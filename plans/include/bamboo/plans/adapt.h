// SPDX-License-Identifier: Apache-2.0
// A schedule that was made for other counts.
#pragma once

#include "bamboo/plans/plan.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans {

/// One rank's plan of an alltoallv, made for the counts of an earlier call (by lower() of phases
/// that all ranks know), for those of `problem`. Our own: CC-MPI (PPoPP'03, section 4.2.2) plans
/// anew when the pattern changes.
///
/// Each rank adapts its own plan without asking others, and ranks whose counts have not changed
/// run theirs as it is. That is safe because a count that changes stands in its sender's row and
/// in its receiver's column, so that both ends of each message know its size, and both do the same:
/// - Tokens and what comes after what stay as they are: they are pacing, and no data hangs on them.
/// - A message keeps its parts as far as it reaches; the last one takes what was added. A part of
///   which nothing is left becomes a step that moves nothing.
/// - A message without a place in the plan is received at any time and goes last, behind all other
///   sends of its rank, for which no rank waits.
/// So every receive has its send, and no rank waits for ever, since nothing waits for more than
/// before. What is lost is time: senders may meet at a receiver.
///
/// A pure function; O(steps). Throws std::invalid_argument where the plan is another rank's or
/// does more than move blocks from Input to Output.
Plan adapted(const Plan& kept, const Problem& problem);

}  // namespace bamboo::plans
