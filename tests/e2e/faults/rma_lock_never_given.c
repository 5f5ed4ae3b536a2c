/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero env=BAMBOO_DEADLOCK_SECONDS=1 */
/* stderr: rank 3 waits in MPI_Win_lock for rank 0 */
#include "../programs/check.h"

int main(int argc, char** argv) {
  int word = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&word, sizeof word, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (world_rank() == 2) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 3) MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
