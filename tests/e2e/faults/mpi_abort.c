/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=7 */
/* stderr: rank 1\b */
/* stderr: MPI_Abort */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (world_rank() == 1) MPI_Abort(MPI_COMM_WORLD, 7);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
