/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: flags=-fopenmp env=OMP_NUM_THREADS=2 ranks=1,2,4 */
/* OpenMP inside of ranks: parallel loops between messages, threadprivate aside. */
#include <omp.h>

#include "check.h"

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  const int rank = world_rank(), size = world_size();
  enum { N = 20000 };
  long *values = malloc(N * sizeof *values), sum = 0;
  for (int round = 0; round < 5; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) values[i] = (long)i * (rank + 1) + round;
    MPI_Sendrecv_replace(values, N, MPI_LONG, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++) sum += values[i] % 1000;
  }
  printf("rank %d: %ld\n", rank, sum);
  free(values);
  MPI_Finalize();
  return 0;
}
