// SPDX-License-Identifier: Apache-2.0
// Functions of the program that MPI calls while it makes progress: the program expects them in its
// own calls of MPI. So no thread makes progress beside it from here on. Files that Bamboo has not
// compiled come here, too; Fortran's names: fortran.cpp.
#include <mpi.h>

#include "windows/progress.h"

extern "C" {

int MPI_Op_create(MPI_User_function* function, int commutes, MPI_Op* operation) {
  bamboo::overlap::program_has_callbacks();
  return PMPI_Op_create(function, commutes, operation);
}

int MPI_Grequest_start(MPI_Grequest_query_function* query, MPI_Grequest_free_function* free,
                       MPI_Grequest_cancel_function* cancel, void* state, MPI_Request* request) {
  bamboo::overlap::program_has_callbacks();
  return PMPI_Grequest_start(query, free, cancel, state, request);
}
}
