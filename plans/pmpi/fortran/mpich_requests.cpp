// SPDX-License-Identifier: Apache-2.0
// Requests of programs that use MPICH's mpi_f08: its procedures without a buffer call PMPI_
// themselves. Handles and statuses are those of C.
#include <mpi.h>

#include "fortran/completion.h"
#include "fortran/passed_on.h"
#include "requests/active_requests.h"

using namespace bamboo::plans::pmpi;

namespace {

void give(MPI_Fint* error, int code) {
  if (error != nullptr) *error = code;
}

}  // namespace

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
#define PROCEDURE(name, NAME, parameters) \
  void mpi_##name##_f08_ parameters;      \
  void mpi_##name##_f08_ parameters
COMPLETION_PROCEDURES(PROCEDURE, BOUND_NAME, PMPI_Request_f2c)

#define PROGRESS(name, NAME, count)                    \
  PROCEDURE(name, NAME, (PARAMETERS_##count)) {        \
    if (are_requests_under_way()) progress_requests(); \
    PASS_ON(BOUND_NAME(name), count)                   \
  }
#include "fortran/progress.def"

#define BLOCKING(name, NAME, count) \
  PROCEDURE(name, NAME, (PARAMETERS_##count)) LET_GO_AND_PASS_ON(BOUND_NAME(name), count)
#define NEIGHBOURS BLOCKING
#define MAKING(name, NAME, count) \
  PROCEDURE(name, NAME, (PARAMETERS_##count)) LET_GO_PASS_ON_AND_PREPARE(BOUND_NAME(name), count)
#include "fortran/blocking.def"
}
