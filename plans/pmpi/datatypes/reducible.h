// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace bamboo::plans::pmpi {

/// Whether the operation is defined on the type. The same on all processes.
bool can_reduce(MPI_Op op, MPI_Datatype type);
/// By MPI, so that it cannot be freed.
bool is_predefined(MPI_Op op);

}  // namespace bamboo::plans::pmpi
