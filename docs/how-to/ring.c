/* SPDX-License-Identifier: Apache-2.0 */
/* Passes a number around. The last rank has forgotten its part. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, size, number = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    MPI_Send(&number, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    MPI_Recv(&number, 1, MPI_INT, size - 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d\n", number);
  } else if (rank < size - 1) {
    MPI_Recv(&number, 1, MPI_INT, rank - 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&number, 1, MPI_INT, rank + 1, 7, MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
