// SPDX-License-Identifier: Apache-2.0
// Requests of programs that use MPICH's mpi_f08: its procedures without a buffer call PMPI_
// themselves. Handles and statuses are those of C.
#include <mpi.h>

#include "fortran/completion.h"

using namespace bamboo::plans::pmpi;

extern "C" {

void mpi_start_f08_(MPI_Request* request, MPI_Fint* error) {
  give(error, MPI_Start(request));
}

void mpi_startall_f08_(MPI_Fint* count, MPI_Request* requests, MPI_Fint* error) {
  give(error, MPI_Startall(*count, requests));
}

void mpi_cancel_f08_(MPI_Request* request, MPI_Fint* error) {
  give(error, MPI_Cancel(request));
}

void mpi_request_free_f08_(MPI_Request* request, MPI_Fint* error) {
  give(error, MPI_Request_free(request));
}

void mpi_op_free_f08_(MPI_Op* op, MPI_Fint* error) {
  give(error, MPI_Op_free(op));
}

void mpi_type_free_f08_(MPI_Datatype* type, MPI_Fint* error) {
  give(error, MPI_Type_free(type));
}

#define BOUND_NAME(name) "mpi_" #name "_f08_"
#define PROCEDURE(name, NAME, parameters) void mpi_##name##_f08_ parameters
COMPLETION_PROCEDURES(PROCEDURE, BOUND_NAME, PMPI_Request_f2c)
}
