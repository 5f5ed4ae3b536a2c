// SPDX-License-Identifier: Apache-2.0
// The topology of a communicator, and whose neighbour each rank is in it.
#pragma once

#include <variant>
#include <vector>

#include "topologies/cartesian.h"
#include "topologies/distributed_graph.h"
#include "topologies/graph.h"

namespace bamboo::mpi {

using Topology = std::variant<CartesianTopology, GraphTopology, DistributedGraph>;

/// The pairs of ranks between which the blocks of a neighbourhood collective travel: the buffers
/// have one block for each neighbour.
struct Neighbourhood {
  struct Transfer {
    int rank, block;
  };
  /// Without MPI_PROC_NULL. Blocks from one rank to another match in the order of these lists.
  std::vector<Transfer> sends, receives;
  int out_degree = 0, in_degree = 0;  ///< blocks in the buffers
};

/// Throws MpiError(MPI_ERR_TOPOLOGY) where a graph has an edge of this rank in one direction only.
Neighbourhood neighbourhood(const Topology& topology, int rank);

}  // namespace bamboo::mpi
