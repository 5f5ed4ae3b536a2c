// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace bamboo::plans::pmpi {

/// Whether the operation is defined for the type. The same on all processes.
bool can_reduce(MPI_Op op, MPI_Datatype type);
/// Whether the result has the same bits for any order of the operands. Sums of floating-point
/// numbers are rounded, the maximum of equal numbers may be either, and the user's operations are
/// unknown.
bool is_exact(MPI_Op op, MPI_Datatype type);
/// Whether MPI defines the operation, so that it cannot be freed.
bool is_predefined(MPI_Op op);

}  // namespace bamboo::plans::pmpi
