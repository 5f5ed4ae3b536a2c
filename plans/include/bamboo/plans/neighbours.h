// SPDX-License-Identifier: Apache-2.0
// Operations of neighbours among ranks that share nodes.
#pragma once

#include <optional>
#include <span>

#include "bamboo/plans/fault.h"
#include "bamboo/plans/locality.h"
#include "bamboo/plans/plan.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans {

/// Finds edges that only one of their ends has, and edges with different units at both ends.
std::optional<Fault> check_neighbours(std::span<const Problem> all);

/// Makes the plan of one rank in which all data from one node to another is one message (Bienz,
/// Gropp and Olson: locality-aware aggregation). The ranks of the sending node gather it at one of
/// them; one rank of the receiving node distributes it. A block of neighbor_allgatherv goes to each
/// node once.
///
/// `all` has the problems of all ranks that the messages are sized for, without faults. `now` is
/// this rank's problem in this call, whose counts may differ. The part of an edge that exceeds its
/// room in the message is sent directly; unused room is padding. So each rank fits the plan to its
/// call without communication.
Plan neighbours_aggregated(std::span<const Problem> all, const Problem& now,
                           const Locality& locality);

}  // namespace bamboo::plans
