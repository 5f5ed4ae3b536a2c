/* SPDX-License-Identifier: Apache-2.0 */
/* Rank 2 receives all blocks into one place. */
/* fault: exit=nonzero env=BAMBOO_STRICT=1 */
/* stderr: rank 2: MPI_Ialltoallv.*MPI_ERR_BUFFER: receives into one place twice: in recvbuf, the blocks from rank 0 \(bytes 0 to
 * 7\) and from rank 1 \(bytes 0 to 7\) of comm overlap */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int counts[] = {2, 2, 2, 2}, places[] = {0, 2, 4, 6}, place[] = {0, 0, 0, 0};
  int in[8] = {0}, out[8];
  MPI_Request request;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Ialltoallv(in, counts, places, MPI_INT, out, counts, world_rank() == 2 ? place : places,
                 MPI_INT, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
