// SPDX-License-Identifier: Apache-2.0
// call_size(): the size of a call as far as its arguments alone show it, without a call of the MPI.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "generated/arguments.h"

namespace bamboo::plans::pmpi {

/// The arguments that determine the bytes of a call, counted as in Algorithm::max_bytes. The type
/// is empty if bytes do not matter, the operation if nothing is reduced.
struct Size {
  std::uint64_t count = 0;
  MPI_Datatype type{};
  MPI_Op op{};
  const int* counts = nullptr;  ///< of each process, which together are the count
};

inline Size size_of(int count, MPI_Datatype type, MPI_Op op = {}) {
  return {static_cast<std::uint64_t>(count), type, op};
}
inline Size size_of(const int counts[], MPI_Datatype type, MPI_Op op = {}) {
  return {0, type, op, counts};
}

/// For irregular operations with a root or from all to all: bytes do not matter. Reductions combine
/// one vector.
template <class Arguments>
Size call_size(const Arguments& a) {
  if constexpr (requires { a.count, a.op; })
    return size_of(a.count, a.datatype, a.op);
  else
    return {};
}
inline Size call_size(const BcastArguments& a) {
  return size_of(a.count, a.datatype);
}
/// The root's side is not looked at elsewhere, and in place it is the only one.
inline Size call_size(const GatherArguments& a) {
  return a.sendbuf == MPI_IN_PLACE ? size_of(a.recvcount, a.recvtype)
                                   : size_of(a.sendcount, a.sendtype);
}
inline Size call_size(const ScatterArguments& a) {
  return a.recvbuf == MPI_IN_PLACE ? size_of(a.sendcount, a.sendtype)
                                   : size_of(a.recvcount, a.recvtype);
}
inline Size call_size(const AllgatherArguments& a) {
  return size_of(a.recvcount, a.recvtype);
}
inline Size call_size(const AllgathervArguments& a) {
  return size_of(a.recvcounts, a.recvtype);
}
inline Size call_size(const AlltoallArguments& a) {
  return size_of(a.recvcount, a.recvtype);
}
inline Size call_size(const Reduce_scatterArguments& a) {
  return size_of(a.recvcounts, a.datatype, a.op);
}
inline Size call_size(const Reduce_scatter_blockArguments& a) {
  return size_of(a.recvcount, a.datatype, a.op);
}

}  // namespace bamboo::plans::pmpi
