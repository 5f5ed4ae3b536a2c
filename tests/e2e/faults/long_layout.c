/* SPDX-License-Identifier: Apache-2.0 */
/* A layout function that lists more neighbours than it has room for. */
/* fault: exit=1 */
/* stderr: long_layout.c:[0-9]+: bamboo: error: layout function 'everybody' listed 100 neighbours of rank [0-9] of 4; there is room for 68 */
#include <mpi.h>

#pragma bamboo dimension 1

int everybody(int rank, int size, int *neighbours) {
  for (int n = 0; n < 100; n++) neighbours[n] = (rank + n) % size;
  return 100;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, in;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#pragma bamboo olap layout everybody
  {
#pragma bamboo send
    MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
#pragma bamboo receive
    MPI_Recv(&in, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
