// SPDX-License-Identifier: Apache-2.0
#include "arguments/neighbours.h"

#include <algorithm>
#include <span>

namespace bamboo::plans::pmpi {
namespace {

EdgeBlocks edges_to(std::span<const int> ranks) {
  EdgeBlocks out;
  for (std::size_t i = 0; i < ranks.size(); ++i)
    if (ranks[i] >= 0) out.push_back({ranks[i], static_cast<int>(i)});
  return out;
}

/// For Cartesian topologies: swaps the two blocks of each dimension.
EdgeBlocks mirrored(std::span<const int> ranks) {
  EdgeBlocks out;
  for (std::size_t i = 0; i < ranks.size(); ++i)
    if (const std::size_t block = i ^ 1; block < ranks.size() && ranks[block] >= 0)
      out.push_back({ranks[block], static_cast<int>(block)});
  return out;
}

void set_sides(Neighbours& out, std::span<const int> sources, std::span<const int> destinations) {
  out.blocks_received = static_cast<int>(sources.size());
  out.blocks_sent = static_cast<int>(destinations.size());
  out.destinations = edges_to(destinations);
  const EdgeBlocks listed = edges_to(sources);
  out.sources = {listed, {listed.rbegin(), listed.rend()}, mirrored(sources)};
}

void read_cartesian(MPI_Comm comm, Neighbours& out) {
  int dimensions = 0;
  PMPI_Cartdim_get(comm, &dimensions);
  std::vector<int> dims(dimensions), periods(dimensions), place(dimensions), around(2 * dimensions);
  PMPI_Cart_get(comm, dimensions, dims.data(), periods.data(), place.data());
  for (int i = 0; i < dimensions; ++i) {
    PMPI_Cart_shift(comm, i, 1, &around[2 * i], &around[2 * i + 1]);
    if (periods[i] && dims[i] <= 2) out.has_twins = true;
  }
  out.kind = TopologyKind::Cartesian;
  set_sides(out, around, around);
}

void read_graph(MPI_Comm comm, Neighbours& out) {
  int rank = 0, count = 0;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Graph_neighbors_count(comm, rank, &count);
  std::vector<int> around(count);
  PMPI_Graph_neighbors(comm, rank, count, around.data());
  set_sides(out, around, around);
}

void read_distributed_graph(MPI_Comm comm, Neighbours& out) {
  int received = 0, sent = 0, is_weighted = 0;
  PMPI_Dist_graph_neighbors_count(comm, &received, &sent, &is_weighted);
  // Weights are written even if the program has passed none.
  std::vector<int> sources(received), destinations(sent), of_sources(received + 1),
      of_destinations(sent + 1);
  PMPI_Dist_graph_neighbors(comm, received, sources.data(), of_sources.data(), sent,
                            destinations.data(), of_destinations.data());
  set_sides(out, sources, destinations);
}

}  // namespace

std::shared_ptr<Neighbours> neighbours_of(MPI_Comm comm) {
  int topology = MPI_UNDEFINED;
  PMPI_Topo_test(comm, &topology);
  auto out = std::make_shared<Neighbours>();
  if (topology == MPI_CART)
    read_cartesian(comm, *out);
  else if (topology == MPI_GRAPH)
    read_graph(comm, *out);
  else if (topology == MPI_DIST_GRAPH)
    read_distributed_graph(comm, *out);
  else
    return nullptr;
  return out;
}

}  // namespace bamboo::plans::pmpi
