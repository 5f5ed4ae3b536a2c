/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 2: MPI_Accumulate .at .*rma_epoch.c:12.: MPI_ERR_RMA_SYNC: on target 0: .*in no epoch */
#include "../programs/check.h"

int main(int argc, char** argv) {
  int words[2] = {0, 0};
  const int one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(words, sizeof words, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (world_rank() == 2) MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
