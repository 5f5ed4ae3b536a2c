// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "p2p/messaging_task.h"

namespace bamboo::mpi {

/// Throws MpiError(MPI_ERR_BUFFER) when a buffered send of these elements does not fit.
void check_attached(const AttachedBuffer& buffer, MPI_Count count, MPI_Datatype type, int dest);

}  // namespace bamboo::mpi
