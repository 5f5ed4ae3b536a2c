/* SPDX-License-Identifier: Apache-2.0 */
/* Ranks compute and pass a message around, for two seconds of the first one's. */
#include <mpi.h>
#include <stdio.h>

static double data[1000];

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, goes_on = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const double begin = MPI_Wtime();
  while (goes_on) {
    for (int k = 0; k < 1000; ++k)
      for (int i = 0; i < 1000; ++i) data[i] = data[i] * 0.5 + i;
    goes_on = MPI_Wtime() < begin + 2;
    MPI_Bcast(&goes_on, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("%d ranks, %d\n", size, data[1] > 0);
  MPI_Finalize();
  return 0;
}
