/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
int sum_of(int own) {
  int sum;
  MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}
