/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <cstdio>
#include "ring.h"
#pragma bamboo dimension 1
int main(int argc, char **argv) {
  auto minus = [](int x) { return -x; };
  int rank, size, from = minus(1);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#pragma bamboo olap layout OneNeighborForward X
  {
#pragma bamboo send
    { MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, TAG, MPI_COMM_WORLD); }
#pragma bamboo receive
    { MPI_Recv(&from, 1, MPI_INT, (rank + size - 1) % size, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
  }
  printf("%d got %d at %s:%d\n", rank, from, __FILE__, __LINE__);
  MPI_Finalize();
  return 0;
}
