// SPDX-License-Identifier: Apache-2.0
#include "topologies/cartesian.h"

#include "bamboo/taskgraph/geometry.h"
#include "errors/errors.h"

namespace bamboo::mpi {

CartesianTopology make_topology(std::span<const int> dims, std::span<const int> periods,
                                int ranks) {
  long long needed = 1;
  for (std::size_t d = 0; d < dims.size(); d++) {
    if (dims[d] < 1) fail(MPI_ERR_DIMS, "dims[%zu] is %d, must be 1 or more", d, dims[d]);
    needed *= dims[d];
    if (needed > ranks)
      fail(MPI_ERR_DIMS, "dims need more ranks than the %d of comm (dims[%zu] is %d)", ranks, d,
           dims[d]);
  }
  CartesianTopology topology{{dims.begin(), dims.end()}, {}};
  for (const int p : periods) topology.periods.push_back(p != 0);
  return topology;
}

int volume(const CartesianTopology& topology) {
  int product = 1;
  for (const int d : topology.dims) product *= d;
  return product;
}

std::vector<int> coordinates(const CartesianTopology& topology, int rank) {
  std::vector<int> out(topology.dims.size());
  for (std::size_t d = out.size(); d-- > 0;) {
    out[d] = rank % topology.dims[d];
    rank /= topology.dims[d];
  }
  return out;
}

int rank_at(const CartesianTopology& topology, std::span<const int> coordinates) {
  int rank = 0;
  for (std::size_t d = 0; d < coordinates.size(); d++) {
    const int extent = topology.dims[d];
    int c = coordinates[d];
    if (c < 0 || c >= extent) {
      if (!topology.periods[d])
        fail(MPI_ERR_ARG, "coords[%zu] is %d, must be 0 … %d: dimension %zu is not periodic", d, c,
             extent - 1, d);
      c = (c % extent + extent) % extent;
    }
    rank = rank * extent + c;
  }
  return rank;
}

int shifted(const CartesianTopology& topology, int rank, int direction, int displacement) {
  std::vector<int> at = coordinates(topology, rank);
  const int extent = topology.dims[direction];
  long long c = static_cast<long long>(at[direction]) + displacement;
  if (c < 0 || c >= extent) {
    if (!topology.periods[direction]) return MPI_PROC_NULL;
    c = (c % extent + extent) % extent;
  }
  at[direction] = static_cast<int>(c);
  return rank_at(topology, at);
}

CartesianTopology subgrid(const CartesianTopology& topology, std::span<const int> remain) {
  CartesianTopology out;
  for (std::size_t d = 0; d < remain.size(); d++) {
    if (!remain[d]) continue;
    out.dims.push_back(topology.dims[d]);
    out.periods.push_back(topology.periods[d]);
  }
  return out;
}

int subgrid_of(const CartesianTopology& topology, std::span<const int> remain, int rank) {
  const std::vector<int> at = coordinates(topology, rank);
  int index = 0;
  for (std::size_t d = 0; d < remain.size(); d++)
    if (!remain[d]) index = index * topology.dims[d] + at[d];
  return index;
}

void balanced_dims(int nodes, std::span<int> dims) {
  if (nodes < 1) fail(MPI_ERR_ARG, "nnodes is %d, must be 1 or more", nodes);
  long long fixed = 1;
  bool free = false;
  for (std::size_t d = 0; d < dims.size(); d++) {
    if (dims[d] < 0) fail(MPI_ERR_DIMS, "dims[%zu] is %d, must be 0 or more", d, dims[d]);
    if (dims[d])
      fixed *= dims[d];
    else
      free = true;
  }
  if (nodes % fixed)
    fail(MPI_ERR_DIMS, "nnodes is %d, which the given dims (%lld) do not divide", nodes, fixed);
  if (!free) {
    if (fixed != nodes && !dims.empty())
      fail(MPI_ERR_DIMS, "nnodes is %d, but the given dims make %lld", nodes, fixed);
    return;
  }
  std::vector<int> chosen(dims.begin(), dims.end());
  bamboo::balanced_dims(nodes, chosen);
  std::copy(chosen.begin(), chosen.end(), dims.begin());
}

}  // namespace bamboo::mpi
