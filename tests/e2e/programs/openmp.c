/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: flags=-fopenmp env=OMP_NUM_THREADS=2 env=OMP_WAIT_POLICY=passive ranks=1,2,4,8 */
/* OpenMP inside of ranks: parallel loops between messages, teams of another size in each rank and
 * round, barriers, tasks, and data that is private to threads but not to rounds. */
#include <omp.h>

#include "check.h"

enum { N = 20000, ROUNDS = 5 };

static int rounds_of_thread;
#pragma omp threadprivate(rounds_of_thread)

/* How many threads of the team passed both sides of a barrier. */
static int meet(int threads) {
  int before = 0, after = 0, complete = 0;
#pragma omp parallel num_threads(threads)
  {
#pragma omp atomic
    before++;
#pragma omp barrier
    if (before == omp_get_num_threads()) {
#pragma omp atomic
      complete++;
    }
#pragma omp critical
    after++;
  }
  return after == before ? complete : -1;
}

static long fibonacci(int n) {
  long a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(int argc, char** argv) {
  int provided, met = 0, wanted = 0, kept = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  const int rank = world_rank(), size = world_size();
  long *values = malloc(N * sizeof *values), sum = 0, number = 0;
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) values[i] = (long)i * (rank + 1) + round;
    MPI_Sendrecv_replace(values, N, MPI_LONG, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++) sum += values[i] % 1000;
#pragma omp parallel
    rounds_of_thread += 1 + rank;
  }
#pragma omp parallel reduction(+ : kept)
  kept += rounds_of_thread;
  /* The variables of threads end with the first team of another size, whichever rank's it is. */
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; round < ROUNDS; round++) {
    const int threads = 1 + (rank + round) % 3;
    wanted += threads;
    met += meet(threads);
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp parallel
#pragma omp single
    number += fibonacci(10);
  }
  printf("rank %d: %ld, %d of %d met, %d kept, %ld\n", rank, sum, met, wanted, kept, number);
  free(values);
  MPI_Finalize();
  return provided >= MPI_THREAD_FUNNELED ? 0 : 1;
}
