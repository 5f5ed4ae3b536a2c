// SPDX-License-Identifier: Apache-2.0
// A blocking call that the installed MPI serves by another of its algorithms than it would take.
#pragma once

#include <mpi.h>

#include <climits>
#include <memory>

#include "communicator/communicator.h"
#include "configuration/mpi_algorithms.h"
#include "datatypes/typed_range.h"
#include "generated/arguments.h"

namespace bamboo::plans::pmpi {

/// The MPI's algorithms for vectors in parts combine in any order, and do not look whether they
/// may. The same on all processes.
template <class Arguments>
bool may_force(const Arguments& a) {
  if constexpr (reduces(Arguments::operation)) {
    int commutes = 0;
    PMPI_Op_commutative(a.op, &commutes);
    return commutes != 0;
  }
  return true;
}

template <class Arguments>
int native_on(MPI_Comm comm, Arguments a) {
  a.comm = comm;
  return native(a);
}

/// By bytes: some algorithms cut the elements, of which each process may have other ones, so that
/// their parts would not fit.
inline int native_on(MPI_Comm comm, const BcastArguments& a) {
  const TypedRange data{a.buffer, static_cast<std::size_t>(a.count), Type::of(a.datatype)};
  const int bytes = static_cast<int>(data.bytes());
  if (data.type.dense) return PMPI_Bcast(a.buffer, bytes, MPI_BYTE, a.root, comm);
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  const auto packed = std::make_unique_for_overwrite<char[]>(data.bytes());
  const TypedRange copy = bytes_at(packed.get(), data.bytes());
  if (rank == a.root)
    if (const int error = copy_typed(data, copy); error != MPI_SUCCESS) return error;
  const int error = PMPI_Bcast(packed.get(), bytes, MPI_BYTE, a.root, comm);
  return rank == a.root || error != MPI_SUCCESS ? error : copy_typed(copy, data);
}

inline bool may_force(const BcastArguments& a) {
  return static_cast<std::size_t>(a.count) * Type::of(a.datatype).size <= INT_MAX;
}

/// False, on all processes, if the algorithm cannot serve the call. Collective.
template <class Arguments>
bool prepare_for(const Arguments& arguments, const MpiAlgorithm& algorithm,
                 Communicator& communicator) {
  return may_force(arguments) && communicator.prepare_for(algorithm);
}

/// After prepare_for(). Returns an MPI error code.
template <class Arguments>
int serve_by_mpi(const Arguments& arguments, const MpiAlgorithm& algorithm,
                 Communicator& communicator) {
  return communicator.serve_by(algorithm,
                               [&](MPI_Comm comm) { return native_on(comm, arguments); });
}

}  // namespace bamboo::plans::pmpi
