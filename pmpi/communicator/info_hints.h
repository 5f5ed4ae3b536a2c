// SPDX-License-Identifier: Apache-2.0
// Info keys (configuration/hints.h) that the program gives a communicator.
#pragma once

#include <mpi.h>

namespace bamboo::plans::pmpi {

/// The program sets hints of a communicator. Collective over it. If the processes pass different
/// hints, a warning is printed, and all of them are ignored.
void take_hints(MPI_Comm comm, MPI_Info info);

/// Like above, in MPI_Comm_idup_with_info, which cannot wait for the others to agree: rank 0 prints
/// a warning if hints are ignored. Local.
void warn_of_hints_without_agreement(MPI_Comm comm, MPI_Info info);

}  // namespace bamboo::plans::pmpi
