// SPDX-License-Identifier: Apache-2.0
// Reductions that MPI does not define and the installed MPIs calculate, so programs exist that make
// them: with MPI_CHAR, which is text to MPI, and logical ones of addresses.
#pragma once

#include <mpi.h>

#include "types/datatype.h"
#include "types/operation.h"

namespace bamboo::mpi {

class MessagingTask;

/// Warns where the rank's call applies `op` to such a type.
void tolerate_reduction(const MessagingTask& task, MPI_Op op, const Operation& operation,
                        const Datatype& type);

}  // namespace bamboo::mpi
