// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>
#include <stdio.h>

void run(void) {
  int rank, ranks, sum;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("sum %d of %d\n", sum, ranks);
  MPI_Finalize();
}
