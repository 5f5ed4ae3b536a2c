/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank [0-3].*MPI_I(barrier|alltoall).*rank [0-3](, which)? calls MPI_I(barrier|alltoall)
 */
/* stderr: collective_order\.c:1[0-9] */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int mine[4] = {1, 2, 3, 4}, all[4];
  MPI_Request requests[2];
  const int turned = world_rank() % 2;
  for (int i = 0; i < 2; i++) {
    if (i == turned)
      MPI_Ialltoall(mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, &requests[i]);
    else
      MPI_Ibarrier(MPI_COMM_WORLD, &requests[i]);
  }
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
