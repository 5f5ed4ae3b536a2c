/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 0\b.*MPI_Send.*MPI_ERR_BUFFER.*MPI_IN_PLACE, which is for collectives */
/* stderr: in_place_message\.c:11 */
#include "../programs/check.h"

int main(int argc, char** argv) {
  int value;
  MPI_Init(&argc, &argv);
  if (world_rank() == 0)
    MPI_Send(MPI_IN_PLACE, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  else if (world_rank() == 1)
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
