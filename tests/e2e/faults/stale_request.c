/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 1\b.*MPI_Wait.*MPI_ERR_REQUEST.*whose request is over */
/* stderr: stale_request\.c:15 */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int value = 0;
  MPI_Request request, copy;
  if (world_rank() == 1) {
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    copy = request;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Wait(&copy, MPI_STATUS_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
