/* SPDX-License-Identifier: Apache-2.0 */
/* A sum of text, which the installed MPIs calculate. */
/* fault: exit=0 */
/* stderr: warning: rank [01]: MPI_Allreduce \(at .*char_reduction\.c:14\) applies MPI_SUM to
 * MPI_CHAR, which is text to MPI and forbidden there; it is taken for MPI_SIGNED_CHAR, as other
 * MPIs do \(printed once in each process\) */
/* not-stderr: MPI_MAX */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  char mine = 2, sum = 0, greatest = 0;
  int size;
  MPI_Allreduce(&mine, &sum, 1, MPI_CHAR, MPI_SUM, MPI_COMM_WORLD);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Allreduce(&mine, &greatest, 1, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
  CHECK(sum == 2 * size && greatest == 2);
  MPI_Finalize();
  return 0;
}
