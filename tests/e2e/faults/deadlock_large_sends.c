/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero report=5 env=BAMBOO_EAGER_BUDGET=64K */
/* stderr: (?i)deadlock */
/* stderr: rank 0\b.*MPI_Send\b */
/* stderr: rank 1\b.*MPI_Send\b */
/* stderr: rank 2\b.*MPI_Send\b */
/* stderr: rank 3\b.*MPI_Send\b */
#include "../programs/check.h"

/* Small messages first, more than the limit: these are copied. Large ones wait for receives. */
int main(int argc, char** argv) {
  static char small[1000], large[100000];
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int to = (rank + 1) % size, from = (rank + size - 1) % size;
  for (int i = 0; i < 200; ++i) MPI_Send(small, sizeof small, MPI_BYTE, to, 5, MPI_COMM_WORLD);
  fprintf(stderr, "last event of rank %d\n", rank);
  MPI_Send(large, sizeof large, MPI_BYTE, to, 6, MPI_COMM_WORLD);
  for (int i = 0; i < 200; ++i)
    MPI_Recv(small, sizeof small, MPI_BYTE, from, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(large, sizeof large, MPI_BYTE, from, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
