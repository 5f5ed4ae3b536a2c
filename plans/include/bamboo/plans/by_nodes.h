// SPDX-License-Identifier: Apache-2.0
// Plans for ranks of which several stand on a node: one of them, the node's leader, takes part in a
// plan among the nodes, and has what the others have for it.
#pragma once

#include <cstddef>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/locality.h"
#include "bamboo/plans/plan.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans {

/// What serves an operation: an algorithm among all ranks, or among the leaders of the nodes.
struct Selected {
  const Algorithm* algorithm;
  bool by_nodes = false;
};

/// As select(), of ranks that stand on nodes. The brackets of reductions follow from the number of
/// ranks alone.
Selected select(Operation operation, const LocalityShape& shape, std::size_t bytes);

/// Of Bcast, Allgather, Alltoall (`among_nodes` is one of Alltoallv) and Allreduce, where the
/// locality splits reductions.
Plan by_nodes(const Algorithm& among_nodes, const Problem& problem, const Locality& locality);

}  // namespace bamboo::plans
