/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks are in reverse order, and the one in the middle contains another. */
/* fault: exit=nonzero env=BAMBOO_STRICT=1 */
/* stderr: rank [0-3]: MPI_Allgatherv.*MPI_ERR_BUFFER: receives into one place twice: in recvbuf, the blocks from rank 0 \(bytes 96
 * to 103\) and from rank 2 \(bytes 64 to 127\) of comm overlap */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  const int counts[] = {1, 0, 8, 1}, places[] = {12, 9, 8, 0};
  double mine[8] = {rank}, all[16];
  MPI_Allgatherv(mine, counts[rank], MPI_DOUBLE, all, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
