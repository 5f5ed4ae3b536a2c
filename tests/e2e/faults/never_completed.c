/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that a rank leaves behind must not be written to any more, and its receives warn. */
/* fault: exit=0 */
/* stderr: warning: rank [13] called MPI_Finalize without completing its MPI_Irecv from rank [02],
 * tag 1, MPI_COMM_WORLD \(at .*never_completed\.c:15\) */
/* stderr: warning: rank [13] never received the message of 4000 bytes from rank [02], tag 1,
 * MPI_COMM_WORLD */
#include <unistd.h>

#include "../programs/check.h"

static void forgets(int from) {
  int values[1000];
  MPI_Request request;
  MPI_Irecv(values, 1000, MPI_INT, from, 1, MPI_COMM_WORLD, &request);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  if (rank % 2) {
    forgets(rank - 1);
    MPI_Send(&rank, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD);
  } else {
    int other;
    MPI_Recv(&other, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sleep(1); /* That one has ended MPI by then. */
    const int values[1000] = {0};
    MPI_Send(values, 1000, MPI_INT, rank + 1, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
