/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 0\b */
/* stderr: MPI_Send */
/* stderr: MPI_ERR_COUNT */
/* stderr: count is -3 */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int value = 0;
  if (world_rank() == 0) MPI_Send(&value, -3, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return value;
}
