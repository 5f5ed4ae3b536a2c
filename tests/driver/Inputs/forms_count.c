/* SPDX-License-Identifier: Apache-2.0 */
/* Counts the calls of collectives of each form, in front of the MPI. */
#include <mpi.h>

static int blocking, nonblocking;

int blocking_count(void) { return blocking; }
int nonblocking_count(void) { return nonblocking; }

int MPI_Allreduce(const void* own, void* all, int count, MPI_Datatype type, MPI_Op op, MPI_Comm communicator) {
  ++blocking;
  return PMPI_Allreduce(own, all, count, type, op, communicator);
}

int MPI_Iallreduce(const void* own, void* all, int count, MPI_Datatype type, MPI_Op op, MPI_Comm communicator,
                   MPI_Request* request) {
  ++nonblocking;
  return PMPI_Iallreduce(own, all, count, type, op, communicator, request);
}

int MPI_Barrier(MPI_Comm communicator) {
  ++blocking;
  return PMPI_Barrier(communicator);
}

int MPI_Ibarrier(MPI_Comm communicator, MPI_Request* request) {
  ++nonblocking;
  return PMPI_Ibarrier(communicator, request);
}
