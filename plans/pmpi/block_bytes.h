// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a choice is made by; nothing where the MPI shall find the fault in the arguments.
#pragma once

#include <mpi.h>

#include <optional>

#include "operations.h"

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

}  // namespace bamboo::plans::pmpi
