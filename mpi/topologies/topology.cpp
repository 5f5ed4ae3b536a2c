// SPDX-License-Identifier: Apache-2.0
#include "topologies/topology.h"

#include <algorithm>

#include "errors/errors.h"

namespace bamboo::mpi {
namespace {

/// A block that is sent down a dimension arrives from above: the second block is received before
/// the first, because both neighbours may be the same rank.
Neighbourhood of(const CartesianTopology& grid, int rank) {
  Neighbourhood found;
  const auto add = [](std::vector<Neighbourhood::Transfer>& list, int other, int block) {
    if (other != MPI_PROC_NULL) list.push_back({other, block});
  };
  const int dimensions = static_cast<int>(grid.dims.size());
  for (int d = 0; d < dimensions; d++) {
    const int below = shifted(grid, rank, d, -1), above = shifted(grid, rank, d, 1);
    add(found.sends, below, 2 * d);
    add(found.sends, above, 2 * d + 1);
    add(found.receives, above, 2 * d + 1);
    add(found.receives, below, 2 * d);
  }
  found.out_degree = found.in_degree = 2 * dimensions;
  return found;
}

std::vector<Neighbourhood::Transfer> in_order(std::span<const int> ranks) {
  std::vector<Neighbourhood::Transfer> list;
  for (const int each : ranks) list.push_back({each, static_cast<int>(list.size())});
  return list;
}

Neighbourhood of(const GraphTopology& graph, int rank) {
  const std::span<const int> mine = graph.neighbours(rank);
  for (const int other : mine) {
    const auto there = std::ranges::count(mine, other);
    const auto back = std::ranges::count(graph.neighbours(other), rank);
    if (there != back)
      fail(MPI_ERR_TOPOLOGY,
           "the graph of comm has %td edges from rank %d to rank %d, but %td back; neighbourhood "
           "collectives need as many",
           there, rank, other, back);
  }
  const int degree = static_cast<int>(mine.size());
  return {in_order(mine), in_order(mine), degree, degree};
}

Neighbourhood of(const DistributedGraph& graph, int) {
  return {in_order(graph.out.ranks), in_order(graph.in.ranks),
          static_cast<int>(graph.out.ranks.size()), static_cast<int>(graph.in.ranks.size())};
}

}  // namespace

Neighbourhood neighbourhood(const Topology& topology, int rank) {
  return std::visit([&](const auto& kind) { return of(kind, rank); }, topology);
}

}  // namespace bamboo::mpi
