/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=7 env=BAMBOO_WORKERS=2 */
/* stderr: rank 1\b */
#include "../programs/check.h"

/* Rank 0 prints while its last words are written out by the thread of rank 1. */
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 1) {
    for (volatile long n = 0; n < 300000; n++) continue;
    exit(7);
  }
  for (long n = 0; world_rank() == 0; n++) printf("line %ld\n", n);
  MPI_Barrier(MPI_COMM_WORLD);
}
