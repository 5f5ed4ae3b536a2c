// SPDX-License-Identifier: Apache-2.0
#include "comm/error_action.h"
#include "errors/checks.h"
#include "functions/any_time.h"
#include "objects/errhandler.h"

using namespace bamboo::mpi;

namespace {

void create(MPI_Comm_errhandler_function* function, MPI_Errhandler* errhandler) {
  check_pointer(errhandler, "errhandler");
  *errhandler = new_errhandler(function, "comm_errhandler_fn");
}

void set(Rank& rank, MPI_Comm comm, MPI_Errhandler errhandler) {
  set_errhandler(rank.communicator(comm).errhandler, errhandler);
}

void get(Rank& rank, MPI_Comm comm, MPI_Errhandler* errhandler) {
  get_errhandler(rank.communicator(comm).errhandler, errhandler);
}

}  // namespace

int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function* function, MPI_Errhandler* errhandler) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, { create(function, errhandler); });
}
int MPI_Errhandler_create(MPI_Comm_errhandler_function* function, MPI_Errhandler* errhandler) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, { create(function, errhandler); });
}

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) {
  return BAMBOO_MPI_ENTER(comm, { set(rank, comm, errhandler); });
}
int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler) {
  return BAMBOO_MPI_ENTER(comm, { set(rank, comm, errhandler); });
}

int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler* errhandler) {
  return BAMBOO_MPI_ENTER(comm, { get(rank, comm, errhandler); });
}
int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler* errhandler) {
  return BAMBOO_MPI_ENTER(comm, { get(rank, comm, errhandler); });
}

int MPI_Comm_call_errhandler(MPI_Comm comm, int errorcode) {
  return BAMBOO_MPI_ENTER(comm, {
    call_errhandler(rank.communicator(comm), "MPI_Comm_call_errhandler", errorcode,
                    "called by the program");
  });
}

int MPI_Errhandler_free(MPI_Errhandler* errhandler) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(errhandler, "errhandler");
    check_errhandler(*errhandler);
    release_errhandler(*errhandler);
    *errhandler = MPI_ERRHANDLER_NULL;
  });
}
