/* SPDX-License-Identifier: Apache-2.0 */
/* Each rank waits for a message inside of a parallel region ("inside") or outside of it. */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

static int rank, size;

static int pass_on(int value) {
  int got;
  MPI_Sendrecv(&value, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, MPI_ANY_SOURCE, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return got;
}

int main(int argc, char** argv) {
  int provided, got = 0, threads = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int inside = argc > 1 && strcmp(argv[1], "inside") == 0;
  for (int round = 0; round < 10; round++) {
#pragma omp parallel num_threads(2)
    {
#pragma omp master
      if (inside) got += pass_on(rank);
#pragma omp atomic
      threads++;
    }
    if (!inside) got += pass_on(rank);
  }
  printf("rank %d got %d, %d threads\n", rank, got, threads);
  MPI_Finalize();
  return 0;
}
