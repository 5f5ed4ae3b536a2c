/* SPDX-License-Identifier: Apache-2.0 */
/* layouts.c: a layout of the program's own, the earlier name of olap, and a flag. */
#include <mpi.h>

#pragma bamboo dimension 1

int hypercube(int rank, int size, int *neighbours) {
  int n = 0;
  for (int bit = 1; bit < size; bit *= 2)
    if ((rank ^ bit) < size) neighbours[n++] = rank ^ bit;
  return n;
}

int main(int argc, char **argv) {
  int rank, size, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int mine = rank, theirs[32] = {0};
  MPI_Request sent[32];

#pragma bamboo olap layout hypercube
  {
    int n = 0;
#pragma bamboo send
    for (int bit = 1; bit < size; bit *= 2)
      if ((rank ^ bit) < size)
        MPI_Isend(&mine, 1, MPI_INT, rank ^ bit, 0, MPI_COMM_WORLD, &sent[n++]);
    int m = 0;
#pragma bamboo receive
    for (int bit = 1; bit < size; bit *= 2)
      if ((rank ^ bit) < size)
        MPI_Recv(&theirs[m++], 1, MPI_INT, rank ^ bit, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(n, sent, MPI_STATUSES_IGNORE);
  }
  for (int i = 0; i < 32; i++) sum += theirs[i];

  int all[1024] = {0};
#pragma bamboo optimize NO_BUFFER_REUSE
#pragma bamboo execute layout AllToAll
  {
#pragma bamboo send
    for (int to = 0; to < size; to++) MPI_Send(&mine, 1, MPI_INT, to, 1, MPI_COMM_WORLD);
#pragma bamboo receive
    for (int from = 0; from < size; from++)
      MPI_Recv(&all[from], 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  for (int i = 0; i < size; i++) sum += all[i];
  MPI_Finalize();
  return sum < 0;
}
