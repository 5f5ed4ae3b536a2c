// SPDX-License-Identifier: Apache-2.0
// Distributed graph topologies: every rank has its own neighbours only.
#pragma once

#include <vector>

namespace bamboo::mpi {

/// One rank's edges.
struct DistributedGraph {
  /// Edges to or from these ranks, in the program's order.
  struct Edges {
    std::vector<int> ranks;
    std::vector<int> weights;  ///< empty where edges have none
  };
  Edges in, out;
  bool weighted = false;
};

/// Makes edges from two of the arguments of MPI_Dist_graph_create_adjacent. `name` is the name of
/// the first one. Throws MpiError(MPI_ERR_ARG or MPI_ERR_RANK).
DistributedGraph::Edges make_edges(int degree, const int* ranks, const int* weights, int size,
                                   const char* name);

}  // namespace bamboo::mpi
