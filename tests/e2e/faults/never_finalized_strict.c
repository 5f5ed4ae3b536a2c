/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero env=BAMBOO_STRICT=1 */
/* stderr: rank 1 ended with exit code 0 between MPI_Init and MPI_Finalize */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 1) return 0;
  MPI_Finalize();
  return 0;
}
