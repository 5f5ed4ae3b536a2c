// SPDX-License-Identifier: Apache-2.0
// Requests of programs that use Open MPI's Fortran bindings, which call PMPI_ themselves. Carriers
// are requests of the MPI, so only progress is added, and what starts them.
#include "dispatch/unplannable.h"
#include "fortran/completion.h"
#include "fortran/openmpi.h"
#include "fortran/passed_on.h"
#include "requests/active_requests.h"

using namespace bamboo::plans::pmpi;

namespace {

MPI_Request request_of(MPI_Fint handle) {
  return PMPI_Request_f2c(handle);
}

}  // namespace

FORTRAN(start, START, (MPI_Fint * request, MPI_Fint* error)) {
  MPI_Request started = request_of(*request);
  give(error, MPI_Start(&started));
}

FORTRAN(startall, STARTALL, (MPI_Fint * count, MPI_Fint* requests, MPI_Fint* error)) {
  int code = MPI_SUCCESS;
  for (int i = 0; i < *count && code == MPI_SUCCESS; ++i) {
    MPI_Request started = request_of(requests[i]);
    code = MPI_Start(&started);
  }
  give(error, code);
}

FORTRAN(cancel, CANCEL, (MPI_Fint * request, MPI_Fint* error)) {
  MPI_Request cancelled = request_of(*request);
  give(error, MPI_Cancel(&cancelled));
}

FORTRAN(request_free, REQUEST_FREE, (MPI_Fint * request, MPI_Fint* error)) {
  MPI_Request freed = request_of(*request);
  const int code = MPI_Request_free(&freed);
  if (code == MPI_SUCCESS) *request = PMPI_Request_c2f(MPI_REQUEST_NULL);
  give(error, code);
}

FORTRAN(op_free, OP_FREE, (MPI_Fint * op, MPI_Fint* error)) {
  MPI_Op freed = op_of(op);
  const int code = MPI_Op_free(&freed);
  if (code == MPI_SUCCESS) *op = PMPI_Op_c2f(freed);
  give(error, code);
}

FORTRAN(type_free, TYPE_FREE, (MPI_Fint * type, MPI_Fint* error)) {
  MPI_Datatype freed = type_of(type);
  const int code = MPI_Type_free(&freed);
  if (code == MPI_SUCCESS) *type = PMPI_Type_c2f(freed);
  give(error, code);
}

#define BOUND_NAME(name) "ompi_" #name "_f"
COMPLETION_PROCEDURES(FORTRAN, BOUND_NAME, request_of)

// Of procedures with logical arguments mpi_f08 calls the Fortran spelling of PMPI_.
#define ANY_SPELLING(name, NAME, count)                                                          \
  extern "C" void pmpi_##name##_(PARAMETERS_##count) __attribute__((alias("ompi_" #name "_f"))); \
  FORTRAN(name, NAME, (PARAMETERS_##count))

#define PROGRESS(name, NAME, count)                    \
  ANY_SPELLING(name, NAME, count) {                    \
    if (are_requests_under_way()) progress_requests(); \
    PASS_ON(BOUND_NAME(name), count)                   \
  }
#include "fortran/progress.def"

#define BLOCKING(name, NAME, count) \
  ANY_SPELLING(name, NAME, count)   \
  LET_GO_AND_PASS_ON(BOUND_NAME(name), count)
// Never planned, so the report counts them. `behind`: arguments from the communicator on.
#define COUNT_AND_PASS_ON(name, behind, count)                                                  \
  {                                                                                             \
    MPI_Fint code = MPI_SUCCESS;                                                                \
    if (a##count == nullptr) a##count = &code;                                                  \
    void* const all[] = {ARGUMENTS_##count};                                                    \
    const MPI_Comm comm = comm_of(static_cast<MPI_Fint*>(all[(count) - (behind)]));             \
    never_planned({#name, Never::Neighbours, comm, __builtin_return_address(0)}, [&]() -> int { \
      PASS_ON(BOUND_NAME(name), count)                                                          \
      return *static_cast<MPI_Fint*>(a##count);                                                 \
    });                                                                                         \
  }
#define NEIGHBOURS(name, NAME, count) \
  ANY_SPELLING(name, NAME, count) {   \
    before_blocking();                \
    COUNT_AND_PASS_ON(name, 2, count) \
  }
#define MAKING(name, NAME, count) \
  ANY_SPELLING(name, NAME, count) \
  LET_GO_PASS_ON_AND_PREPARE(BOUND_NAME(name), count)
#include "fortran/blocking.def"

#define STARTING(name, NAME, count) \
  ANY_SPELLING(name, NAME, count)   \
  COUNT_AND_PASS_ON(name, 3, count)
STARTING(ineighbor_allgather, INEIGHBOR_ALLGATHER, 9)
STARTING(ineighbor_allgatherv, INEIGHBOR_ALLGATHERV, 10)
STARTING(ineighbor_alltoall, INEIGHBOR_ALLTOALL, 9)
STARTING(ineighbor_alltoallv, INEIGHBOR_ALLTOALLV, 11)
STARTING(ineighbor_alltoallw, INEIGHBOR_ALLTOALLW, 11)
