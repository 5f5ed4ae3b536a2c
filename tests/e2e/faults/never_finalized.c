/* SPDX-License-Identifier: Apache-2.0 */
/* The other ranks do not wait for rank 1 any more. */
/* fault: exit=0 */
/* stderr: rank 1: ended without MPI_Finalize */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 1) return 0;
  MPI_Finalize();
  return 0;
}
