/* SPDX-License-Identifier: Apache-2.0 */
/* Polls without success are no deadlock while another rank computes. */
/* fault: exit=0 env=BAMBOO_DEADLOCK_SECONDS=0.3 */
/* not-stderr: (?i)deadlock */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int in, done = 0;
  MPI_Request request;
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 2) { /* longer than the limit */
    const double begin = MPI_Wtime();
    volatile double sum = 0;
    while (MPI_Wtime() - begin < 1.5) sum += 1;
    for (int to = 0; to < world_size(); to++)
      if (to != 2) MPI_Send(&to, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(&in, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &request);
    while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
