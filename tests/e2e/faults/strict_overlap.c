/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero env=BAMBOO_STRICT=1 */
/* stderr: rank 2: MPI_Alltoallv.*MPI_ERR_BUFFER: .*the blocks from rank 0 \(bytes 0 to 3\) and from
 * rank 1 \(bytes 0 to 3\) of comm overlap */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int counts[] = {1, 1, 1, 1}, places[] = {0, 1, 2, 3}, place[] = {0, 0, 0, 0};
  int in[4] = {0}, out[4];
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Alltoallv(in, counts, places, MPI_INT, out, counts, world_rank() == 2 ? place : places,
                MPI_INT, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
