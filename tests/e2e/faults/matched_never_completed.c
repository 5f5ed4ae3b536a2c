/* SPDX-License-Identifier: Apache-2.0 */
/* A receive of a matched message that no call completes has a name as well. */
/* fault: exit=0 */
/* stderr: warning: rank [13] called MPI_Finalize without completing its MPI_Imrecv from rank [02],
 * tag 1, MPI_COMM_WORLD \(at .*matched_never_completed\.c:14\) */
#include "../programs/check.h"

static int values[1000];

static void forgets(int from) {
  MPI_Message message;
  MPI_Request request;
  MPI_Mprobe(from, 1, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Imrecv(values, 1000, MPI_INT, &message, &request);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  if (rank % 2 == 1)
    forgets(rank - 1);
  else
    MPI_Send(values, 1000, MPI_INT, rank + 1, 1, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
