/* SPDX-License-Identifier: Apache-2.0 */
/* Relies on zeros in fresh memory, of which other ranks have freed some. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many bytes of a fresh block, which follows a freed one of its size, are not zero. */
static long unclean(size_t bytes) {
  char* used = malloc(bytes);
  memset(used, 1, bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  free(used);
  volatile char* fresh = malloc(bytes);
  long count = 0;
  for (size_t i = 0; i < bytes; ++i) count += fresh[i] != 0;
  free((char*)fresh);
  return count;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  long mine = unclean(100) + unclean(5000) + unclean(100000), all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) printf("sum %ld\n", all);
  MPI_Finalize();
  return 0;
}
