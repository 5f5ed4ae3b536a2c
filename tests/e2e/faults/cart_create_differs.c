/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 2: MPI_Cart_create.*MPI_ERR_NOT_SAME: rank 0 calls it with dims \(2, 2\) and periods
 * \(1, 0\), this rank with dims \(4\) and periods \(1\) */
/* stderr: cart_create_differs\.c:14 */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int dims[] = {2, 2}, row[] = {4}, periods[] = {1, 0};
  const int flat = world_rank() == 2;
  MPI_Comm comm;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Cart_create(MPI_COMM_WORLD, flat ? 1 : 2, flat ? row : dims, periods, 0, &comm);
  MPI_Finalize();
  return 0;
}
