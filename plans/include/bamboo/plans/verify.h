// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "bamboo/plans/fault.h"
#include "bamboo/plans/plan.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans {

/// Checks the plans of all ranks of one operation together:
/// - each plan by itself: a step depends on earlier steps only, stays inside its buffers, and
/// inside one block if blocks have different sizes (these may be anywhere in memory). Steps write
/// only to Output and scratch. If two steps touch the same units and one writes, one comes after
/// the other;
/// - together: the k-th send of a pair matches its k-th receive with an equal count, none is left
/// over, and no rank waits forever, even if every send is synchronous. Multicasts are in the plans
/// of all ranks in one order, and their receivers agree;
/// - the result, by a run on symbols: every unit of every Output has exactly the value that the
/// operation demands. Reductions have their operands in the order of ranks. All ranks of an
/// allreduce use the same bracketing, so their results are bitwise equal;
/// - no rank ends a barrier before all have begun it;
/// - with multicasts: all of this for the plans of in_unicast() as well (multicast_steps.h).
/// `problems[r]` and `plans[r]` belong to rank r.
std::optional<Fault> verify(std::span<const Problem> problems, std::span<const Plan> plans);

/// Only the first of these checks.
std::optional<Fault> verify_alone(const Problem& problem, const Plan& plan);

}  // namespace bamboo::plans
