/* SPDX-License-Identifier: Apache-2.0 */
/* A freed receive takes its message also after its rank has ended MPI: no message is left. */
/* fault: exit=0 */
/* not-stderr: never received */
#include <unistd.h>

#include "../programs/check.h"

static int values[1000];

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  if (rank % 2) {
    MPI_Request request;
    MPI_Irecv(values, 1000, MPI_INT, rank - 1, 1, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Send(&rank, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD);
  } else {
    int other;
    MPI_Recv(&other, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sleep(1); /* That one has ended MPI by then. */
    MPI_Send(values, 1000, MPI_INT, rank + 1, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
