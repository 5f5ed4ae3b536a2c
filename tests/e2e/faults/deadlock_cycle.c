/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero report=5 */
/* stderr: (?i)deadlock */
/* stderr: rank 0\b.*MPI_Ssend */
/* stderr: rank 1\b.*MPI_Ssend */
/* stderr: rank 2\b.*MPI_Ssend */
/* stderr: rank 3\b.*MPI_Ssend */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  int in;
  fprintf(stderr, "last event of rank %d\n", rank);
  MPI_Ssend(&rank, 1, MPI_INT, (rank + 1) % size, 5, MPI_COMM_WORLD); /* everybody at once */
  MPI_Recv(&in, 1, MPI_INT, (rank + size - 1) % size, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
