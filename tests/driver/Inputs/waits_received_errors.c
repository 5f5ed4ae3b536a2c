// SPDX-License-Identifier: Apache-2.0
// A communicator that returns errors, for waits_received.c.
#include <mpi.h>

MPI_Comm communicator_that_returns(void) {
  MPI_Comm made;
  MPI_Comm_dup(MPI_COMM_WORLD, &made);
  MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
  return made;
}
