/* SPDX-License-Identifier: Apache-2.0 */
/* A variable-length array of the size given in kilobytes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int last_of(size_t bytes, int value) {
  char array[bytes];
  memset(array, value, bytes);
  MPI_Barrier(MPI_COMM_WORLD); /* the other ranks of the process fill theirs */
  return array[0] + array[bytes - 1];
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("rank %d: %d\n", rank, last_of((size_t)atol(argv[1]) * 1000, rank + 1));
  MPI_Finalize();
  return 0;
}
