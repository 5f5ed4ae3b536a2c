// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a choice is made by; nothing where the MPI shall find the fault in the arguments.
#pragma once

#include <mpi.h>

#include <optional>

#include "arguments/prepare.h"
#include "communicator/communicator.h"

namespace bamboo::plans::pmpi {

using Bytes = std::optional<std::size_t>;

/// The bytes of a block of an operation with two sides, of which this process looks at one or both;
/// in place, at the receive side only.
inline Bytes block_bytes(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                         const void* recvbuf, int recvcount, MPI_Datatype recvtype) {
  const Bytes received = bytes_of(recvcount, recvtype);
  if (!received || recvbuf == MPI_IN_PLACE) return std::nullopt;
  if (sendbuf != MPI_IN_PLACE && bytes_of(sendcount, sendtype) != received) return std::nullopt;
  return received;
}

/// Irregular operations choose without bytes: processes know different ones.
inline Bytes zero_if(bool plausible) {
  return plausible ? Bytes(0) : std::nullopt;
}

/// Of all blocks of an allgatherv among `size` processes, who all know them.
inline Bytes allgatherv_bytes(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                              const void* recvbuf, const int recvcounts[], const int displs[],
                              MPI_Datatype recvtype, int size) {
  if (!displs || recvbuf == MPI_IN_PLACE) return std::nullopt;
  if (sendbuf != MPI_IN_PLACE && !bytes_of(sendcount, sendtype)) return std::nullopt;
  return bytes_of(recvcounts, size, recvtype);
}

inline Bytes bcast_bytes(const Communicator& c, const void* buffer, int count, MPI_Datatype type,
                         int root) {
  return c.has(root) && buffer != MPI_IN_PLACE ? bytes_of(count, type) : std::nullopt;
}

/// Of an operation with a root: `each` is the side that all processes have, in a gather the send
/// side; `all` that of the root.
inline Bytes rooted_bytes(const Communicator& c, const void* each, int each_count,
                          MPI_Datatype each_type, const void* all, int all_count,
                          MPI_Datatype all_type, int root) {
  if (!c.has(root)) return std::nullopt;
  if (c.rank() == root) return block_bytes(each, each_count, each_type, all, all_count, all_type);
  return each == MPI_IN_PLACE ? std::nullopt : bytes_of(each_count, each_type);
}

/// The same with blocks of different sizes.
inline Bytes rooted_bytes(const Communicator& c, const void* each, int each_count,
                          MPI_Datatype each_type, const void* all, const int all_counts[],
                          const int displs[], MPI_Datatype all_type, int root) {
  if (!c.has(root)) return std::nullopt;
  const bool in_place = each == MPI_IN_PLACE;
  if (c.rank() != root) return zero_if(!in_place && bytes_of(each_count, each_type));
  return zero_if((in_place || bytes_of(each_count, each_type)) && displs && all != MPI_IN_PLACE &&
                 bytes_of(all_counts, c.size(), all_type));
}

/// Of a reduction of vectors.
inline Bytes reduction_bytes(const void* recvbuf, int count, MPI_Datatype type, MPI_Op op) {
  return recvbuf == MPI_IN_PLACE ? std::nullopt : vector_bytes(count, type, op);
}

/// The same to a root, who alone has a receive side.
inline Bytes reduce_bytes(const Communicator& c, const void* sendbuf, const void* recvbuf,
                          int count, MPI_Datatype type, MPI_Op op, int root) {
  if (!c.has(root)) return std::nullopt;
  if (c.rank() == root) return reduction_bytes(recvbuf, count, type, op);
  return sendbuf == MPI_IN_PLACE ? std::nullopt : vector_bytes(count, type, op);
}

/// Of all blocks together.
inline Bytes reduce_scatter_bytes(const Communicator& c, const void* recvbuf,
                                  const int recvcounts[], MPI_Datatype type, MPI_Op op) {
  if (recvbuf == MPI_IN_PLACE || !can_reduce(op, type)) return std::nullopt;
  return bytes_of(recvcounts, c.size(), type);
}

/// Of an irregular all-to-all; `Types` as bytes_of() has them.
template <class Types>
Bytes exchange_bytes(const Communicator& c, const void* sendbuf, const int sendcounts[],
                     const int sdispls[], Types sendtypes, const void* recvbuf,
                     const int recvcounts[], const int rdispls[], Types recvtypes) {
  const bool sends =
      sendbuf == MPI_IN_PLACE || (sdispls && bytes_of(sendcounts, c.size(), sendtypes));
  return zero_if(sends && rdispls && recvbuf != MPI_IN_PLACE &&
                 bytes_of(recvcounts, c.size(), recvtypes));
}

}  // namespace bamboo::plans::pmpi
