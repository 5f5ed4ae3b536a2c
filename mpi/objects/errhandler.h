// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "comm/communicator.h"

namespace bamboo::mpi {

/// Error handler handles count references: a communicator holds one, so does every handle that the
/// program was given.
void check_errhandler(MPI_Errhandler handle);  ///< throws MpiError(MPI_ERR_ERRHANDLER)
bool is_predefined(MPI_Errhandler handle);
MPI_Errhandler new_errhandler(MPI_Comm_errhandler_function* function);
void retain(MPI_Errhandler handle);
void release(MPI_Errhandler handle);
/// Null for the predefined ones.
MPI_Comm_errhandler_function* function_of(MPI_Errhandler handle);
/// An error is the end: the program is not asked.
bool ends_job(MPI_Errhandler handle);

/// Lets the communicator's handler deal with the error; returns what the function gives its caller.
int call_errhandler(Communicator& comm, const char* function, int code, const char* text);

/// "invalid tag" for MPI_ERR_TAG.
const char* error_class_text(int error_class);

}  // namespace bamboo::mpi
