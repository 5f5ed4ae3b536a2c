/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 3: MPI_Cart_create.*MPI_ERR_NOT_SAME: rank 0 calls it with dims \(2, 2\) and periods
 * \(0, 0\), this rank with dims \(2, 2\) and periods \(1, 0\) */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int dims[] = {2, 2}, periods[] = {world_rank() == 3, 0};
  MPI_Comm comm;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
  MPI_Finalize();
  return 0;
}
