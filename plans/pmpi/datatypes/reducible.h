// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace bamboo::plans::pmpi {

/// Whether the operation is defined on the type. The same on all processes.
bool can_reduce(MPI_Op op, MPI_Datatype type);
/// Whether the result has the same bits in any order of the operands: sums of floating-point
/// numbers are rounded, of equal ones a maximum may be either, and of the user's operations nothing
/// is known.
bool is_exact(MPI_Op op, MPI_Datatype type);
/// By MPI, so that it cannot be freed.
bool is_predefined(MPI_Op op);

}  // namespace bamboo::plans::pmpi
