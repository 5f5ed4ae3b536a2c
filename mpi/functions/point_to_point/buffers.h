// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "rank/rank.h"

namespace bamboo::mpi {

/// Throws MpiError(MPI_ERR_BUFFER) when a buffered send of these elements does not fit into the
/// buffer of the communicator, or its session's, or the rank's where it has none.
void check_attached(const Rank& rank, const Communicator& comm, MPI_Count count, MPI_Datatype type,
                    int dest);

}  // namespace bamboo::mpi
