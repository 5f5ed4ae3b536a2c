// SPDX-License-Identifier: Apache-2.0
// Functions of the program that MPI calls while it makes progress. The program expects them to run
// in its own calls of MPI, so from here on no other thread makes progress. Files that Bamboo has
// not compiled call these functions, too. Fortran's names are in fortran.cpp.
#include <mpi.h>

#include "windows/progress.h"

extern "C" {

int MPI_Op_create(MPI_User_function* function, int commutes, MPI_Op* operation) {
  bamboo::overlap::progress().program_has_callbacks();
  return PMPI_Op_create(function, commutes, operation);
}

int MPI_Grequest_start(MPI_Grequest_query_function* query, MPI_Grequest_free_function* free,
                       MPI_Grequest_cancel_function* cancel, void* state, MPI_Request* request) {
  bamboo::overlap::progress().program_has_callbacks();
  return PMPI_Grequest_start(query, free, cancel, state, request);
}
}
