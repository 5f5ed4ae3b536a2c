/* SPDX-License-Identifier: Apache-2.0 */
/* A profiling tool in a shared library sees the calls of each rank, also through a pointer, and has
 * data of each rank. */
#include <mpi.h>
#include <stdio.h>

#include "tool.h"

static int (*const send_by_pointer)(const void*, int, MPI_Datatype, int, int, MPI_Comm) = MPI_Send;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, in = -1, sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i <= rank; i++) {
    MPI_Request request;
    MPI_Irecv(&in, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
    if (i % 2) {
      send_by_pointer(&i, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
    } else {
      MPI_Send(&i, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  PMPI_Send(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  printf("rank %d: the tool has seen %d sends, %d reductions\n", rank, tool_sends, tool_reductions());
  MPI_Finalize();
  return 0;
}
