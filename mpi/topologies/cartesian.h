// SPDX-License-Identifier: Apache-2.0
// Cartesian topologies: coordinates and ranks, row-major.
#pragma once

#include <span>
#include <vector>

namespace bamboo::mpi {

struct CartesianTopology {
  std::vector<int> dims, periods;
};

/// Throws MpiError(MPI_ERR_DIMS or MPI_ERR_ARG) when no grid of these extents fits `ranks` ranks.
CartesianTopology make_topology(std::span<const int> dims, std::span<const int> periods, int ranks);
int volume(const CartesianTopology& topology);
std::vector<int> coordinates(const CartesianTopology& topology, int rank);
/// Throws MpiError(MPI_ERR_ARG) for coordinates outside of a dimension that is not periodic.
int rank_at(const CartesianTopology& topology, std::span<const int> coordinates);
/// The neighbour `displacement` steps along a dimension, MPI_PROC_NULL beyond an edge.
int shifted(const CartesianTopology& topology, int rank, int direction, int displacement);
/// The grid of the dimensions that remain, and which of the slices the rank is in.
CartesianTopology subgrid(const CartesianTopology& topology, std::span<const int> remain);
int subgrid_of(const CartesianTopology& topology, std::span<const int> remain, int rank);
/// MPI_Dims_create. Throws MpiError(MPI_ERR_DIMS or MPI_ERR_ARG).
void balanced_dims(int nodes, std::span<int> dims);

}  // namespace bamboo::mpi
