/* SPDX-License-Identifier: Apache-2.0 */
/* The thread that delivers the message writes; the fault is the receiver's. */
/* fault: exit=nonzero */
/* stderr: rank 1\b.*Segmentation.*message from rank 0.*buffer of its MPI_Irecv */
/* stderr: rank 1: the receive is .*bad_receive_buffer\.c:14 */
/* not-stderr: outside of any rank */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  int values[100] = {0};
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank == 1) MPI_Irecv((void*)0x5000, 100, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Send(values, 100, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
