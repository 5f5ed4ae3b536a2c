/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank [0-3]: MPI_Comm_(dup|split).*MPI_ERR_NOT_SAME: rank [0-3] calls MPI_Comm_(dup|split)
 */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm comm;
  if (world_rank() == 1)
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  else
    MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &comm);
  MPI_Finalize();
  return 0;
}
