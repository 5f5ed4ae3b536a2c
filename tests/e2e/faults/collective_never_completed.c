/* SPDX-License-Identifier: Apache-2.0 */
/* The others count on the part of a rank that forgets to wait. */
/* fault: exit=0 */
/* stderr: warning: rank 2 called MPI_Finalize without completing its MPI_Iallreduce, MPI_COMM_WORLD
 */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  static int value = 1, sum;
  MPI_Request request;
  MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  if (world_rank() != 2) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(sum == 4);
  }
  MPI_Finalize();
  return 0;
}
