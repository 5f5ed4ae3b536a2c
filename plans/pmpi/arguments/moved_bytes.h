// SPDX-License-Identifier: Apache-2.0
/// \file
/// moved_bytes(): the size of a call that the installed MPI has served, for the report. It is that
/// of a block where all blocks are alike, else that of all blocks which this process sends; of an
/// allgatherv or a reduce_scatter all blocks, of a gatherv or a scatterv the process's own block.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "bamboo/plans/problem.h"

namespace bamboo::plans::pmpi {

inline std::uint64_t moved(MPI_Count count, MPI_Datatype type) {
  MPI_Count size = 0;
  if (count > 0) PMPI_Type_size_x(type, &size);
  return size > 0 ? static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(size) : 0;
}

template <class Count>
std::uint64_t moved(const Count counts[], int blocks, MPI_Datatype type) {
  std::uint64_t bytes = 0;
  for (int i = 0; i < blocks; ++i) bytes += moved(counts[i], type);
  return bytes;
}

template <class Count>
std::uint64_t moved(const Count counts[], int blocks, const MPI_Datatype types[]) {
  std::uint64_t bytes = 0;
  for (int i = 0; i < blocks; ++i) bytes += moved(counts[i], types[i]);
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
int blocks_opposite(const Arguments& a) {
  return is_of_neighbours(Arguments::operation) ? neighbours_opposite(a.comm)
                                                : processes_opposite(a.comm);
}

/// For an operation with a root; the root's own group moves nothing if the root is in another
/// group.
template <class Arguments>
std::uint64_t moved_to_or_from_root(const Arguments& a) {
  if (a.root < 0) return 0;
  if constexpr (requires { a.count; }) {
    return moved(a.count, a.datatype);
  } else if constexpr (requires { a.recvcounts; }) {
    return a.sendbuf == MPI_IN_PLACE ? moved(a.recvcounts[a.root], a.recvtype)
                                     : moved(a.sendcount, a.sendtype);
  } else if constexpr (requires { a.sendcounts; }) {
    return a.recvbuf == MPI_IN_PLACE ? moved(a.sendcounts[a.root], a.sendtype)
                                     : moved(a.recvcount, a.recvtype);
  } else if constexpr (Arguments::operation == Operation::Gather) {
    return a.sendbuf == MPI_IN_PLACE ? moved(a.recvcount, a.recvtype)
                                     : moved(a.sendcount, a.sendtype);
  } else {
    return a.recvbuf == MPI_IN_PLACE ? moved(a.sendcount, a.sendtype)
                                     : moved(a.recvcount, a.recvtype);
  }
}

template <class Arguments>
std::uint64_t moved_bytes(const Arguments& a) {
  if constexpr (requires { a.root; }) {
    return moved_to_or_from_root(a);
  } else if constexpr (requires { a.count; }) {
    return moved(a.count, a.datatype);
  } else if constexpr (requires { a.op, a.recvcounts; }) {
    int processes = 0;
    PMPI_Comm_size(a.comm, &processes);
    return moved(a.recvcounts, processes, a.datatype);
  } else if constexpr (requires { a.op; }) {
    return moved(a.recvcount, a.datatype);
  } else if constexpr (requires { a.sendtypes; }) {
    return a.sendbuf == MPI_IN_PLACE ? moved(a.recvcounts, blocks_opposite(a), a.recvtypes)
                                     : moved(a.sendcounts, blocks_opposite(a), a.sendtypes);
  } else if constexpr (requires { a.sendcounts; }) {
    return a.sendbuf == MPI_IN_PLACE ? moved(a.recvcounts, blocks_opposite(a), a.recvtype)
                                     : moved(a.sendcounts, blocks_opposite(a), a.sendtype);
  } else if constexpr (requires { a.recvcounts; }) {
    return is_of_neighbours(Arguments::operation)
               ? moved(a.sendcount, a.sendtype)
               : moved(a.recvcounts, blocks_opposite(a), a.recvtype);
  } else if constexpr (Arguments::operation == Operation::NeighborAlltoallv) {
    return static_cast<std::uint64_t>(blocks_opposite(a)) * moved(a.sendcount, a.sendtype);
  } else if constexpr (requires { a.sendcount; }) {
    return a.sendbuf == MPI_IN_PLACE ? moved(a.recvcount, a.recvtype)
                                     : moved(a.sendcount, a.sendtype);
  } else {
    return 0;  // a barrier
  }
}

}  // namespace bamboo::plans::pmpi
