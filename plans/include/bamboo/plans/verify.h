// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "bamboo/plans/fault.h"
#include "bamboo/plans/plan.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans {

/// Checks all ranks' plans of one operation together:
/// - each plan by itself: steps come after earlier steps only, stay inside of their buffers, and of
///   one block where blocks have different sizes, since these stand anywhere in memory; they write
///   only to Output and scratch, and no two steps touch the same units (one of them writing) unless
///   one comes after the other;
/// - together: the k-th send of a pair meets its k-th receive with an equal count, nothing is left
///   over, and no rank waits for ever, also when every send is synchronous; multicasts stand in the
///   plans of all ranks in one order, and who they are for agrees;
/// - the result, by a run on symbols: every unit of every Output holds exactly what the operation
///   demands; reductions have their operands in the order of ranks; all ranks of an allreduce have
///   combined them in the same way, so that their results are equal to the bit;
/// - no rank ends a barrier before all have begun it;
/// - where there are multicasts, all that of the same plans in_unicast() (multicast_steps.h).
/// `problems[r]` and `plans[r]` are rank r's.
std::optional<Fault> verify(std::span<const Problem> problems, std::span<const Plan> plans);

/// The first of the three by itself.
std::optional<Fault> verify_alone(const Problem& problem, const Plan& plan);

}  // namespace bamboo::plans
