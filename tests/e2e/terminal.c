/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a line, and waits outside of MPI for a file that the test makes when it has read the line. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    printf("rank 1 waits\nand has ");
    for (int i = 0; access(argv[1], F_OK) != 0 && i < 60000; ++i) usleep(5000);
    printf("waited\n");
  }
  MPI_Finalize();
  return 0;
}
