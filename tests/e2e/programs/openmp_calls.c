/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: flags=-fopenmp env=OMP_NUM_THREADS=3 env=OMP_WAIT_POLICY=passive ranks=1,2,4,8 */
/* MPI_THREAD_FUNNELED, and calls inside of parallel regions: by the main thread, which MPI
 * allows, and by the thread that is first at a single or a critical section, which the installed
 * MPIs let pass. */
#include <omp.h>

#include "check.h"

enum { N = 3000, ROUNDS = 5 };

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  const int rank = world_rank(), size = world_size();
  const int next = (rank + 1) % size, last = (rank + size - 1) % size;
  long *values = malloc(N * sizeof *values), sum = 0, all = 0;
  int words = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel num_threads(3)
    {
#pragma omp for
      for (int i = 0; i < N; i++) values[i] = (long)i * (rank + 1) + round;
#pragma omp master
      MPI_Sendrecv_replace(values, N, MPI_LONG, next, 0, last, 0, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE);
#pragma omp barrier
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < N; i++) sum += values[i] % 1000;
#pragma omp single
      MPI_Allreduce(&sum, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
#pragma omp critical
      {
        int word = rank;
        MPI_Sendrecv_replace(&word, 1, MPI_INT, next, 1, last, 1, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
        words += word;
      }
    }
    MPI_Bcast(&all, 1, MPI_LONG, round % size, MPI_COMM_WORLD);
  }
  printf("rank %d: %ld %ld %d\n", rank, sum, all, words);
  free(values);
  MPI_Finalize();
  return provided >= MPI_THREAD_FUNNELED ? 0 : 1;
}
