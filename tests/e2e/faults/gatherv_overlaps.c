/* SPDX-License-Identifier: Apache-2.0 */
/* Displacements that forget that rank 1 sends two elements. */
/* fault: exit=nonzero env=BAMBOO_STRICT=1 */
/* stderr: rank 3: MPI_Gatherv.*MPI_ERR_BUFFER: receives into one place twice: in recvbuf, the blocks from rank 1 \(bytes 4 to 11\)
 * and from rank 2 \(bytes 8 to 11\) of comm overlap */
/* stderr: gatherv_overlaps\.c:15 */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  const int counts[] = {1, 2, 1, 1}, places[] = {0, 1, 2, 4};
  int mine[] = {rank, rank}, all[8];
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Gatherv(mine, counts[rank], MPI_INT, all, counts, places, MPI_INT, 3, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
