/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=0 */
/* stderr: warning: rank 2: MPI_Irsend \(at .*ready_send_nonblocking\.c:14\) to rank 2, tag 5, but
 * rank 2 has posted no receive for it yet */
#include "../programs/check.h"

enum { MANY = 100000 };

int main(int argc, char** argv) {
  static int out[MANY], in[MANY];
  MPI_Init(&argc, &argv);
  if (world_rank() == 2) {
    MPI_Request send;
    MPI_Irsend(out, MANY, MPI_INT, 2, 5, MPI_COMM_WORLD, &send);
    MPI_Recv(in, MANY, MPI_INT, 2, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
