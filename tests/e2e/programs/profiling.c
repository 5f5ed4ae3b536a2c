/* SPDX-License-Identifier: Apache-2.0 */
/* MPI's profiling interface: the program's own MPI_Send counts and calls PMPI_Send. */
#include <mpi.h>
#include <stdio.h>

static int sends;

int MPI_Send(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  ++sends;
  return PMPI_Send(buf, count, type, dest, tag, comm);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, in = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Request request;
  MPI_Irecv(&in, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &request);
  MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  printf("rank %d: received %d, sent %d times\n", rank, in, sends);
  MPI_Finalize();
  return 0;
}
