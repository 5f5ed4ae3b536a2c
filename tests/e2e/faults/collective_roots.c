/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank [0-3].*MPI_Reduce.*root [03] */
/* stderr: rank [0-3].*(MPI_ERR_NOT_SAME|for rank [0-3]).*root 3 */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int value = 1, result;
  MPI_Reduce(&value, &result, 1, MPI_INT, MPI_SUM, world_rank() == 3 ? 3 : 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
