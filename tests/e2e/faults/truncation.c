/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 1\b */
/* stderr: MPI_Recv */
/* stderr: MPI_ERR_TRUNCATE */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int values[4] = {1, 2, 3, 4};
  if (world_rank() == 0) MPI_Send(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (world_rank() == 1) MPI_Recv(values, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
