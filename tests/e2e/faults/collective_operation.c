/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank [0-3]: MPI_Allreduce.*MPI_ERR_NOT_SAME: rank [0-3] calls it with MPI_(SUM|MAX), this
 * rank with MPI_(SUM|MAX) */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int value = 1, result;
  MPI_Allreduce(&value, &result, 1, MPI_INT, world_rank() == 2 ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
