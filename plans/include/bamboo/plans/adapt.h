// SPDX-License-Identifier: Apache-2.0
// A schedule that was made for other counts.
#pragma once

#include "bamboo/plans/plan.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans {

/// Adapts one rank's plan of an alltoallv, made for the counts of an earlier call (by lower() of
/// phases that all ranks know), to the counts of `problem`. This is our own method: CC-MPI
/// (PPoPP'03, section 4.2.2) makes a new plan when the pattern changes.
///
/// Each rank adapts its own plan without communication; ranks whose counts have not changed run
/// their plans unchanged. This is safe because a changed count occurs in its sender's row and in
/// its receiver's column. Both ends of each message know its size and apply the same rules:
/// - Tokens and dependences between steps stay unchanged: they only pace the transfers.
/// - A message keeps its parts up to its new size; the last part takes what was added. A part that
/// becomes empty is a step that moves nothing.
/// - A message without a place in the plan is sent last, after all other sends of its rank, and may
/// be received at any time. No rank waits for such a send.
/// So every receive has its send, and no rank waits forever, since no step waits for more than
/// before. The cost is time only: several senders may send to one receiver at once.
///
/// A pure function; O(steps). Throws std::invalid_argument if the plan belongs to another rank or
/// does more than move blocks from Input to Output.
Plan adapted(const Plan& kept, const Problem& problem);

}  // namespace bamboo::plans
