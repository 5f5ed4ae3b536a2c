/* SPDX-License-Identifier: Apache-2.0 */
/* Displacements are bytes here, not elements. */
/* fault: exit=nonzero env=BAMBOO_STRICT=1 */
/* stderr: rank [0-3]: MPI_Alltoallw.*MPI_ERR_BUFFER: receives into one place twice: in recvbuf, the blocks from rank 0 \(bytes 0
 * to 3\) and from rank 1 \(bytes 1 to 4\) of comm overlap */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int counts[] = {1, 1, 1, 1}, places[] = {0, 1, 2, 3};
  const MPI_Datatype types[] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};
  int in[4] = {0}, out[4];
  MPI_Alltoallw(in, counts, places, types, out, counts, places, types, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
