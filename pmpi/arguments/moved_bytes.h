// SPDX-License-Identifier: Apache-2.0
// moved_bytes(): the size of a call that the installed MPI has served, for the report. It is that
// of a block where all blocks are alike, else that of all blocks which this process sends; of an
// allgatherv or a reduce_scatter all blocks, of a gatherv or a scatterv the process's own block.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <type_traits>

#include "bamboo/plans/collectives/sides.h"

namespace bamboo::plans::pmpi {

inline std::uint64_t moved(MPI_Count count, MPI_Datatype type) {
  MPI_Count size = 0;
  if (count > 0) PMPI_Type_size_x(type, &size);
  return size > 0 ? static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(size) : 0;
}

template <class Counts, class Types>
std::uint64_t moved(const Counts& counts, int blocks, const Types& types) {
  std::uint64_t bytes = 0;
  for (int i = 0; i < blocks; ++i)
    if constexpr (std::is_same_v<Types, const MPI_Datatype*>)
      bytes += moved(counts[i], types[i]);
    else
      bytes += moved(counts[i], types);
  return bytes;
}

/// How many processes a call has blocks for.
inline int processes_opposite(MPI_Comm comm) {
  int between_groups = 0, processes = 0;
  PMPI_Comm_test_inter(comm, &between_groups);
  between_groups ? PMPI_Comm_remote_size(comm, &processes) : PMPI_Comm_size(comm, &processes);
  return processes;
}

/// How many neighbours this process sends to.
inline int neighbours_opposite(MPI_Comm comm) {
  int topology = MPI_UNDEFINED, neighbours = 0;
  PMPI_Topo_test(comm, &topology);
  if (topology == MPI_CART) {
    PMPI_Cartdim_get(comm, &neighbours);
    return 2 * neighbours;
  }
  int rank = 0, sources = 0, weighted = 0;
  PMPI_Comm_rank(comm, &rank);
  if (topology == MPI_GRAPH) PMPI_Graph_neighbors_count(comm, rank, &neighbours);
  if (topology == MPI_DIST_GRAPH)
    PMPI_Dist_graph_neighbors_count(comm, &sources, &neighbours, &weighted);
  return neighbours;
}

template <class Arguments>
std::uint64_t moved_at(const Arguments& a, const auto& side) {
  if constexpr (std::remove_cvref_t<decltype(side)>::has_blocks)
    return moved(side.count,
                 is_of_neighbours(Arguments::operation) ? neighbours_opposite(a.comm)
                                                        : processes_opposite(a.comm),
                 side.type);
  else
    return moved(side.count, side.type);
}

template <class Arguments>
std::uint64_t moved_bytes(const Arguments& a) {
  constexpr Operation operation = Arguments::operation;
  // The root's own group moves nothing if the root is in another group.
  if constexpr (has_root(operation))
    if (a.root < 0) return 0;
  if constexpr (operation == Operation::Barrier) {
    return 0;
  } else if constexpr (requires { a.count; }) {
    return moved(a.count, a.datatype);
  } else if constexpr (operation == Operation::ReduceScatterBlock) {
    return moved(a.recvcount, a.datatype);
  } else if constexpr (operation == Operation::ReduceScatter) {
    int processes = 0;
    PMPI_Comm_size(a.comm, &processes);
    return moved(a.recvcounts, processes, a.datatype);
  } else if constexpr (operation == Operation::Allgatherv) {
    return moved_at(a, collectives::receive_side(a));
  } else if constexpr (operation == Operation::NeighborAlltoallv && requires { a.sendcount; }) {
    return static_cast<std::uint64_t>(neighbours_opposite(a.comm)) * moved(a.sendcount, a.sendtype);
  } else {
    const auto own = collectives::own_side(a);
    const auto all = collectives::side_of_all(a);
    if (own.buffer != MPI_IN_PLACE) return moved_at(a, own);
    if constexpr (has_root(operation) && is_irregular(operation))
      return moved(all.count[a.root], all.type);
    else
      return moved_at(a, all);
  }
}

}  // namespace bamboo::plans::pmpi
