/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 1: MPI_(Put|Win_flush).*MPI_ERR_RMA_RANGE.*on target 3: bytes 40 to 48 .target_disp is 5. of a window of 40 bytes */
/* stderr: rma_range.c:1[67] */
/* stderr: window "numbers" */
#include "../programs/check.h"

int main(int argc, char** argv) {
  double numbers[5], value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(numbers, sizeof numbers, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_name(win, "numbers");
  MPI_Win_lock_all(0, win);
  if (world_rank() == 1) {
    MPI_Put(&value, 1, MPI_DOUBLE, 3, 5, 1, MPI_DOUBLE, win);
    MPI_Win_flush(3, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
