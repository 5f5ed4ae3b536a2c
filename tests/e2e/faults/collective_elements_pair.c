/* SPDX-License-Identifier: Apache-2.0 */
/* One of the blocks that one rank sends, in an exchange of many types. */
/* fault: exit=0 */
/* stderr: warning: rank 3: MPI_Alltoallw \(at .*collective_elements_pair\.c:15\) receives elements
 * of type MPI_FLOAT, but rank 1 sends elements of type MPI_INT */
/* not-stderr: rank [0-2]: MPI_Alltoallw */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int me = world_rank(), counts[] = {1, 1, 1, 1}, bytes[] = {0, 4, 8, 12};
  const MPI_Datatype to[] = {MPI_INT, MPI_INT, MPI_INT, me == 1 ? MPI_INT : MPI_FLOAT};
  const MPI_Datatype type = me == 3 ? MPI_FLOAT : MPI_INT, from[] = {type, type, type, type};
  int in[4] = {0}, out[4];
  MPI_Alltoallw(in, counts, bytes, to, out, counts, bytes, from, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
