/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero report=5 */
/* stderr: (?i)deadlock */
/* stderr: rank 1\b.*MPI_Wait */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int in;
  MPI_Request request;
  if (world_rank() == 1) {
    MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &request);
    fprintf(stderr, "last event of rank %d\n", world_rank());
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
