/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: flags=-fopenmp env=OMP_NUM_THREADS=2 env=OMP_WAIT_POLICY=passive ranks=1,2,4 */
/* Each rank sets how many threads its parallel regions have, and waits between them. */
#include <omp.h>

#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), first = omp_get_max_threads();
  CHECK(first == 2);
  for (int round = 0; round < 6; round++) {
    const int threads = 1 + (rank + round) % 4;
    omp_set_num_threads(threads);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(omp_get_max_threads() == threads);
    int met = 0;
#pragma omp parallel reduction(+ : met)
    met++;
    CHECK(met == threads);
  }
  printf("rank %d began with %d threads\n", rank, first);
  MPI_Finalize();
  return 0;
}
