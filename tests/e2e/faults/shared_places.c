/* SPDX-License-Identifier: Apache-2.0 */
/* Rank 2 receives all blocks into one place, twice. */
/* fault: exit=0 */
/* stderr: warning: rank 2: MPI_Alltoallv \(at .*shared_places\.c:16\) receives into one place twice:
 * in recvbuf, the blocks from rank 0 \(bytes 0 to 7\) and from rank 1 \(bytes 0 to 7\) of comm
 * overlap \(without BAMBOO_STRICT, what the highest rank sends stays\) \(printed once in each process\)
 */
/* not-stderr: MPI_Allgatherv */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  const int counts[] = {2, 2, 2, 2}, places[] = {0, 2, 4, 6}, place[] = {0, 0, 0, 0};
  int in[8] = {rank, rank, rank, rank, rank, rank, rank, rank}, out[8];
  MPI_Alltoallv(in, counts, places, MPI_INT, out, counts, rank == 2 ? place : places, MPI_INT,
                MPI_COMM_WORLD);
  CHECK(out[0] == (rank == 2 ? 3 : 0));
  MPI_Allgatherv(in, 2, MPI_INT, out, counts, rank == 2 ? place : places, MPI_INT, MPI_COMM_WORLD);
  CHECK(out[1] == (rank == 2 ? 3 : 0));
  MPI_Finalize();
  return 0;
}
