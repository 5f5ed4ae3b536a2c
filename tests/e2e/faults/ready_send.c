/* SPDX-License-Identifier: Apache-2.0 */
/* The receive is posted after a message that the ready sends precede. (With one rank in each
 * process, rank 1 sends to itself.) */
/* fault: exit=0 */
/* stderr: warning: rank 1: MPI_Rsend \(at .*ready_send\.c:22\) to rank ([01]), tag 5, but rank \1
 * has posted no receive for it yet; MPI leaves open what happens then \(printed once in each process\)
 */
/* not-stderr: tag 6 */
#include <unistd.h>

#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int process = getpid(), first, value = 7, got[3];
  if (world_rank() == 0) first = process;
  MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
  int together = process == first; /* with rank 0 */
  MPI_Bcast(&together, 1, MPI_INT, 1, MPI_COMM_WORLD);
  const int receiver = together ? 0 : 1;
  if (world_rank() == 1) {
    MPI_Rsend(&value, 1, MPI_INT, receiver, 5, MPI_COMM_WORLD);
    MPI_Rsend(&value, 1, MPI_INT, receiver, 6, MPI_COMM_WORLD);
    MPI_Send(&value, 1, MPI_INT, receiver, 7, MPI_COMM_WORLD);
  }
  if (world_rank() == receiver) {
    for (int tag = 7; tag >= 5; tag--)
      MPI_Recv(&got[tag - 5], 1, MPI_INT, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(got[0] == 7 && got[1] == 7 && got[2] == 7);
  }
  MPI_Finalize();
  return 0;
}
