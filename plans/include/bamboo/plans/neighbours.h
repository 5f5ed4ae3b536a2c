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

/// Finds edges that only one of their ends knows, or that have other units at both ends.
std::optional<Fault> check_neighbours(std::span<const Problem> all);

/// The plan of one rank in which all that a node has for another one is one message (Bienz, Gropp
/// and Olson: locality-aware aggregation): the ranks of the node bring it to one of them, and on
/// the other node one rank deals it out. A block of neighbor_allgatherv goes once to each node.
///
/// `all`: the problems of all ranks that the messages are made for, without fault. `now`: that of
/// this rank in this call, of which the counts may be others. What an edge has more than there is
/// room for in the messages goes straight; what it has less is padding. So every rank by itself
/// fits the plan to its call.
Plan neighbours_aggregated(std::span<const Problem> all, const Problem& now,
                           const Locality& locality);

}  // namespace bamboo::plans
