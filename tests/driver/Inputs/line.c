/* SPDX-License-Identifier: Apache-2.0 */
/* Every rank sends to the next one. That is an edge of NN only if the ranks are arranged in one line. */
#include <mpi.h>
#include <stdio.h>
#pragma bamboo dimension 2
int main(int argc, char **argv) {
  int rank, size, from = -1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int next = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  int previous = rank > 0 ? rank - 1 : MPI_PROC_NULL;
#pragma bamboo olap layout NN X Y
  {
#pragma bamboo send
    { MPI_Send(&rank, 1, MPI_INT, next, 3, MPI_COMM_WORLD); }
#pragma bamboo receive
    { MPI_Recv(&from, 1, MPI_INT, previous, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
  }
  printf("%d got %d\n", rank, from);
  MPI_Finalize();
  return 0;
}
