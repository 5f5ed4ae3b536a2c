// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace bamboo::mpi {

/// Error handler handles count references: a communicator holds one, so does every handle that the
/// program was given.
void check_errhandler(MPI_Errhandler handle);  ///< throws MpiError(MPI_ERR_ERRHANDLER)
bool is_predefined(MPI_Errhandler handle);
MPI_Errhandler new_errhandler(MPI_Comm_errhandler_function* function);
void retain_errhandler(MPI_Errhandler handle);
void release_errhandler(MPI_Errhandler handle);
/// Null for the predefined ones.
MPI_Comm_errhandler_function* function_of(MPI_Errhandler handle);
/// An error is the end: the program is not asked.
bool ends_job(MPI_Errhandler handle);

}  // namespace bamboo::mpi
