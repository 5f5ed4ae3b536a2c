// SPDX-License-Identifier: Apache-2.0
// Graph topologies: every rank has the neighbours of all ranks.
#pragma once

#include <span>
#include <vector>

namespace bamboo::mpi {

struct GraphTopology {
  std::vector<int> index;  ///< where the edges of each node end: MPI's own form
  std::vector<int> edges;

  int nodes() const { return static_cast<int>(index.size()); }
  std::span<const int> neighbours(int node) const;
};

/// Throws MpiError(MPI_ERR_ARG) when the arrays describe no graph, or one of more than `ranks`
/// nodes.
GraphTopology make_graph(std::span<const int> index, const int* edges, int ranks);

}  // namespace bamboo::mpi
