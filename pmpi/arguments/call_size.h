// SPDX-License-Identifier: Apache-2.0
// call_size(): the size of a call as far as its arguments alone show it, without a call of the MPI.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "bamboo/plans/collectives/sides.h"

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

/// For irregular operations with a root, or from all to all, bytes do not matter. Reductions
/// combine one vector. In place, the side of all processes is the only one.
template <class Arguments>
Size call_size(const Arguments& a) {
  constexpr Operation operation = Arguments::operation;
  if constexpr (operation == Operation::Bcast) {
    return size_of(a.count, a.datatype);
  } else if constexpr (reduces(operation)) {
    if constexpr (requires { a.count; })
      return size_of(a.count, a.datatype, a.op);
    else if constexpr (requires { a.recvcount; })
      return size_of(a.recvcount, a.datatype, a.op);
    else
      return size_of(a.recvcounts, a.datatype, a.op);
  } else if constexpr (operation == Operation::Gather || operation == Operation::Scatter) {
    const auto own = collectives::own_side(a);
    const auto all = collectives::side_of_all(a);
    return own.buffer == MPI_IN_PLACE ? size_of(all.count, all.type) : size_of(own.count, own.type);
  } else if constexpr (operation == Operation::Allgather || operation == Operation::Allgatherv ||
                       operation == Operation::Alltoall) {
    const auto all = collectives::receive_side(a);
    return size_of(all.count, all.type);
  } else {
    return {};
  }
}

}  // namespace bamboo::plans::pmpi
