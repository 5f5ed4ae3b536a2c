/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 1: MPI_Allreduce.*MPI_ERR_NOT_SAME: rank 0 calls MPI_Bcast where this rank calls
 * MPI_Allreduce */
/* stderr: collective_differs\.c:13 */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int value = 1, sum;
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 1) /* The others do something else. */
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  else
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
