/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 0\b */
/* stderr: rank 2\b|\bto 2\b */
/* stderr: NearestNeighbor */
#include "../programs/check.h"

#pragma bamboo dimension 1

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  int value = 1, in = 0;
  MPI_Request request = MPI_REQUEST_NULL;
#pragma bamboo olap layout NearestNeighbor
  {
#pragma bamboo send
    if (rank == 0) MPI_Isend(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &request);
#pragma bamboo receive
    if (rank == 2) MPI_Recv(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
