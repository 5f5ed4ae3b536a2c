// SPDX-License-Identifier: Apache-2.0
// Plans for nodes with several ranks: one rank of each node, its leader, takes part in a plan among
// the nodes and holds the data of the node's other ranks for it.
#pragma once

#include <cstddef>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/locality.h"
#include "bamboo/plans/plan.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans {

/// The algorithm for an operation: among all ranks, or among the leaders of the nodes.
struct Selected {
  const Algorithm* algorithm;
  bool by_nodes = false;
};

/// Like select(), for ranks on nodes. The bracketing of reductions depends on the number of ranks
/// alone.
Selected select(Operation operation, const LocalityShape& shape, std::size_t bytes);

/// For Bcast, Allgather, Alltoall (`among_nodes` is an algorithm for Alltoallv) and Allreduce if
/// the locality splits reductions.
Plan by_nodes(const Algorithm& among_nodes, const Problem& problem, const Locality& locality);

}  // namespace bamboo::plans
