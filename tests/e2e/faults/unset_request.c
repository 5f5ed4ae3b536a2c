/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 1\b.*MPI_Waitall.*MPI_ERR_REQUEST.*0x3030303030303030, which was never set */
#include <string.h>

#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Request requests[2];
  memset(requests, 0x30, sizeof requests); /* what the stack may hold */
  if (world_rank() == 1) MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
