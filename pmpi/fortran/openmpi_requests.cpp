// SPDX-License-Identifier: Apache-2.0
// Requests of programs that use Open MPI's Fortran bindings, which call PMPI_ themselves. Proxies
// are requests of the MPI, so only progress is added, and what starts them.
#include "fortran/completion.h"
#include "fortran/openmpi.h"
#include "requests/active_requests.h"

using namespace bamboo::plans::pmpi;

namespace {

MPI_Request request_of(MPI_Fint handle) {
  return PMPI_Request_f2c(handle);
}

}  // namespace

extern "C" {

void ompi_start_f(MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = request_of(*request);
  give(error, MPI_Start(&started));
}
SPELLINGS(start, START);

void ompi_startall_f(MPI_Fint* count, MPI_Fint* requests, MPI_Fint* error) {
  int code = MPI_SUCCESS;
  for (int i = 0; i < *count && code == MPI_SUCCESS; ++i) {
    MPI_Request started = request_of(requests[i]);
    code = MPI_Start(&started);
  }
  give(error, code);
}
SPELLINGS(startall, STARTALL);

void ompi_cancel_f(MPI_Fint* request, MPI_Fint* error) {
  MPI_Request cancelled = request_of(*request);
  give(error, MPI_Cancel(&cancelled));
}
SPELLINGS(cancel, CANCEL);

void ompi_request_free_f(MPI_Fint* request, MPI_Fint* error) {
  MPI_Request freed = request_of(*request);
  const int code = MPI_Request_free(&freed);
  if (code == MPI_SUCCESS) *request = PMPI_Request_c2f(MPI_REQUEST_NULL);
  give(error, code);
}
SPELLINGS(request_free, REQUEST_FREE);

void ompi_op_free_f(MPI_Fint* op, MPI_Fint* error) {
  MPI_Op freed = op_of(op);
  const int code = MPI_Op_free(&freed);
  if (code == MPI_SUCCESS) *op = PMPI_Op_c2f(freed);
  give(error, code);
}
SPELLINGS(op_free, OP_FREE);

void ompi_type_free_f(MPI_Fint* type, MPI_Fint* error) {
  MPI_Datatype freed = type_of(type);
  const int code = MPI_Type_free(&freed);
  if (code == MPI_SUCCESS) *type = PMPI_Type_c2f(freed);
  give(error, code);
}
SPELLINGS(type_free, TYPE_FREE);

#define BOUND_NAME(name) "ompi_" #name "_f"
#define PROCEDURE(name, NAME, parameters) \
  void ompi_##name##_f parameters;        \
  SPELLINGS(name, NAME);                  \
  void ompi_##name##_f parameters
COMPLETION_PROCEDURES(PROCEDURE, BOUND_NAME, request_of)
}
