/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdio.h>

/* Each rank prints a million lines, unless a signal ends it before. */
int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int line = 0; line < 1000000; ++line) {
    printf("rank %d, line %d\n", rank, line);
    if (line % 100 == 0) {
      fflush(stdout);
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
  return 0;
}
