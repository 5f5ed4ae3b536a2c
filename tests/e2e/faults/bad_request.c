/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 0\b */
/* stderr: MPI_Start */
/* stderr: MPI_ERR_REQUEST */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int value = 0;
  if (world_rank() == 0) MPI_Start((MPI_Request[]){MPI_REQUEST_NULL});
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return value;
}
