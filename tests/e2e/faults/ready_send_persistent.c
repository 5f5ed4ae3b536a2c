/* SPDX-License-Identifier: Apache-2.0 */
/* Its second start is without a receive. */
/* fault: exit=0 */
/* stderr: warning: rank 2: MPI_Start \(at .*ready_send_persistent\.c:16\) to rank 2, tag 5, but
 * rank 2 has posted no receive for it yet */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (world_rank() == 2) {
    int out = 1, in = 0;
    MPI_Request send, receive;
    MPI_Rsend_init(&out, 1, MPI_INT, 2, 5, MPI_COMM_WORLD, &send);
    for (int round = 0; round < 2; round++) {
      if (round == 0) MPI_Irecv(&in, 1, MPI_INT, 2, 5, MPI_COMM_WORLD, &receive);
      MPI_Start(&send);
      if (round == 1) MPI_Irecv(&in, 1, MPI_INT, 2, 5, MPI_COMM_WORLD, &receive);
      MPI_Wait(&send, MPI_STATUS_IGNORE);
      MPI_Wait(&receive, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&send);
  }
  MPI_Finalize();
  return 0;
}
