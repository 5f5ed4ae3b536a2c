// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectives/collective.h"

namespace bamboo::mpi {

/// Makes the reduction from the checked arguments of the task's call.
Collective::Reduction reduction(const MessagingTask& task, MPI_Op op, MPI_Datatype type);

}  // namespace bamboo::mpi
