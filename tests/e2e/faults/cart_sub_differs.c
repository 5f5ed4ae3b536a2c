/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 1: MPI_Cart_sub.*MPI_ERR_NOT_SAME: rank 0 calls it with remain_dims \(1, 0\), this
 * rank with remain_dims \(0, 1\) */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int dims[] = {2, 2}, periods[] = {0, 0};
  const int remain[] = {world_rank() != 1, world_rank() == 1};
  MPI_Comm grid, comm;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Cart_sub(grid, remain, &comm);
  MPI_Finalize();
  return 0;
}
