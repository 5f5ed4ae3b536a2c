/* SPDX-License-Identifier: Apache-2.0 */
/* gcc's nested functions, which clang does not support. */
#include <mpi.h>
int total(int mine) {
  int twice(int x) { return mine * x; }
  int all, two = twice(2);
  MPI_Allreduce(&two, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return all;
}
