// SPDX-License-Identifier: Apache-2.0
/// \file
/// Info keys (configuration/hints.h) that the program gives a communicator.
#pragma once

#include <mpi.h>

namespace bamboo::plans::pmpi {

/// The program gives a communicator such information. Collective over it. Where the processes say
/// different things a warning is written, and nothing of it counts.
void take_hints(MPI_Comm comm, MPI_Info info);

/// The same in MPI_Comm_idup_with_info, which may not wait for the others to say the same: rank 0
/// writes a warning where there is something to ignore. Local.
void warn_of_hints_without_agreement(MPI_Comm comm, MPI_Info info);

}  // namespace bamboo::plans::pmpi
