/* SPDX-License-Identifier: Apache-2.0 */
/* Every rank begins with the sequence of srand(1), as every process does. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  for (int i = 0; i < rank; i++) rand();
  MPI_Barrier(MPI_COMM_WORLD);
  const int r = rand();
  const long s = random();
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d: %d %ld %.6f\n", rank, r, s, drand48());
  MPI_Finalize();
  return 0;
}
