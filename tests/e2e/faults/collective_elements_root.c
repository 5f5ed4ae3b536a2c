/* SPDX-License-Identifier: Apache-2.0 */
/* The root receives other elements than all others send. */
/* fault: exit=0 */
/* stderr: warning: rank 0: MPI_Gatherv \(at .*collective_elements_root\.c:13\) receives elements
 * of type MPI_FLOAT, but rank [0-3] sends elements of type MPI_INT */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int counts[] = {2, 2, 2, 2}, places[] = {0, 2, 4, 6};
  int mine[2] = {0, 0};
  float all[8];
  MPI_Gatherv(mine, 2, MPI_INT, all, counts, places, MPI_FLOAT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
