/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 1\b.*MPI_Waitall.*MPI_ERR_REQUEST.*array_of_requests\[1\] */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  int value = 0;
  MPI_Request requests[2];
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]);
    requests[1] = requests[0];
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
