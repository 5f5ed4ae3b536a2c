// SPDX-License-Identifier: Apache-2.0
// The planners; one file each.
#pragma once

#include "bamboo/plans/plan.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans {

Plan barrier_direct(const Problem& problem);
Plan barrier_dissemination(const Problem& problem);
Plan bcast_binary(const Problem& problem);
Plan bcast_bine(const Problem& problem);
Plan bcast_binomial(const Problem& problem);
Plan bcast_scatter_allgather(const Problem& problem);
Plan bcast_chain(const Problem& problem);
Plan bcast_linear(const Problem& problem);
Plan bcast_multicast(const Problem& problem);
Plan gather_linear(const Problem& problem);  // also gatherv
Plan gather_binomial(const Problem& problem);
Plan scatter_linear(const Problem& problem);  // also scatterv
Plan scatter_binomial(const Problem& problem);
Plan scatter_multicast(const Problem& problem);  // also scatterv
Plan scatterv_multicast_dynamic(const Problem& problem);
Plan allgather_ring(const Problem& problem);   // also allgatherv
Plan allgather_gated(const Problem& problem);  // also allgatherv
Plan allgather_bruck(const Problem& problem);
Plan allgather_neighbour(const Problem& problem);  // also allgatherv
Plan allgather_multicast(const Problem& problem);  // also allgatherv
Plan alltoall_pairwise(const Problem& problem);    // also alltoallv
Plan alltoall_gated(const Problem& problem);       // also alltoallv
Plan alltoall_bruck(const Problem& problem);
Plan neighbours_direct(const Problem& problem);  // of both operations of neighbours
Plan reduction_direct(const Problem& problem);   // of whole vectors, all that reduce
Plan reduce_tree(const Problem& problem);
Plan reduce_chain(const Problem& problem);
Plan reduce_halving(const Problem& problem);
Plan allreduce_doubling(const Problem& problem);
Plan allreduce_segments(const Problem& problem);
Plan allreduce_halving(const Problem& problem);
Plan allreduce_gated(const Problem& problem);
Plan scan_doubling(const Problem& problem);          // also exscan
Plan reduce_scatter_direct(const Problem& problem);  // also reduce_scatter_block
Plan reduce_scatter_gated(const Problem& problem);   // also reduce_scatter_block

}  // namespace bamboo::plans
