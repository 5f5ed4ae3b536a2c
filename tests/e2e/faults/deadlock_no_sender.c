/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero report=5 */
/* stderr: (?i)deadlock */
/* stderr: rank 3\b.*MPI_Recv.*\b2\b.*42 */
/* stderr: deadlock_no_sender\.c:18 */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 3) {
    int value;
    fprintf(stderr, "last event of rank %d\n", rank);
    /* No rank
     * sends
     * this. */
    MPI_Recv(&value, 1, MPI_INT, 2, 42, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
