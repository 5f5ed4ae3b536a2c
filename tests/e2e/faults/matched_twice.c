/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 1\b.*MPI_Mrecv.*MPI_ERR_REQUEST.*whose message was received before */
/* stderr: matched_twice\.c:18 */
#include "../programs/check.h"

int main(int argc, char** argv) {
  int value = 5;
  MPI_Message message, copy;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  if (world_rank() == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (world_rank() == 1) {
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    copy = message;
    MPI_Imrecv(&value, 1, MPI_INT, &message, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Mrecv(&value, 1, MPI_INT, &copy, MPI_STATUS_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
