/* SPDX-License-Identifier: Apache-2.0 */
/* A shared library of the user's that calls MPI and holds no state of its own. */
#include "../check.h"
#include "average.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  for (int i = 0; i < 4; i++) {
    const double mean = average(MPI_COMM_WORLD, rank + i);
    if (i == 3) printf("rank %d: average %.3f, version %s\n", rank, mean, average_version());
  }
  MPI_Finalize();
  return 0;
}
