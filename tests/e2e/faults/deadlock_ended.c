/* SPDX-License-Identifier: Apache-2.0 */
/* A rank that waits for one that has ended gets an error. */
/* fault: exit=nonzero */
/* stderr: rank 3\b.*MPI_Recv.*\b0\b.*42 */
/* stderr: ranks? 0.* ha(s|ve) ended */
/* not-stderr: ranks? .*\b3\b.* ha(s|ve) ended */
#include "../programs/check.h"

int main(int argc, char** argv) {
  int value;
  MPI_Init(&argc, &argv);
  if (world_rank() == 3) MPI_Recv(&value, 1, MPI_INT, 0, 42, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
