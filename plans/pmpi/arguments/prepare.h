// SPDX-License-Identifier: Apache-2.0
// prepare(): each collective made ready from its MPI arguments. It checks nothing that the MPI
// checks: call_bytes() says first whether the arguments make sense, and where they do not the call
// goes to the MPI, whose error handler then speaks.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <optional>

#include "arguments/neighbours.h"
#include "arguments/prepared_call.h"
#include "bamboo/plans/algorithms.h"
#include "generated/arguments.h"

namespace bamboo::plans::pmpi {

/// Packed bytes of so many elements; nothing when MPI would refuse the arguments.
std::optional<std::size_t> bytes_of(int count, MPI_Datatype type);
/// The bytes of all blocks together; nothing as above.
std::optional<std::size_t> bytes_of(const int counts[], int blocks, MPI_Datatype type);
std::optional<std::size_t> bytes_of(const int counts[], int blocks, const MPI_Datatype types[]);
/// For an alltoallw: MPICH accepts a null type if the count is 0, Open MPI does not.
bool is_left_out(int count, MPI_Datatype type);
/// The bytes of a vector to reduce; nothing as above.
std::optional<std::size_t> vector_bytes(int count, MPI_Datatype type, MPI_Op op);

/// A process of the communicator that a call is made on.
struct Member {
  int rank, size;
  std::shared_ptr<const Neighbours> neighbours = {};  ///< null: there is no topology
  bool has(int root) const { return root >= 0 && root < size; }
};

}  // namespace bamboo::plans::pmpi
