// SPDX-License-Identifier: Apache-2.0
// two_only STATUS: prints its input and ends with STATUS unless it has two ranks.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size;
  char line[80] = "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    if (fgets(line, sizeof line, stdin) == NULL) line[0] = '\0';
    printf("%d ranks read: %s\n", size, line);
  }
  MPI_Finalize();
  return size == 2 ? 0 : atoi(argv[1]);
}
