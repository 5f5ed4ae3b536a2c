/* SPDX-License-Identifier: Apache-2.0 */
/* The root's own block is already in its place, but the call does not use MPI_IN_PLACE. */
/* fault: exit=nonzero */
/* stderr: rank 2\b.*MPI_Gather.*MPI_ERR_BUFFER.*are the same memory; MPI_IN_PLACE is for that */
/* stderr: gather_aliased\.c:12 */
#include "../programs/check.h"

int main(int argc, char** argv) {
  int values[64] = {0};
  MPI_Init(&argc, &argv);
  values[2] = world_rank();
  MPI_Gather(&values[2], 1, MPI_INT, values, 1, MPI_INT, 2, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
