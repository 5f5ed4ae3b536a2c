/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#pragma bamboo dimension 1
void step1(int *value, int to) {
#pragma bamboo olap
  {
#pragma bamboo send
    { MPI_Send(value, 1, MPI_INT, to, 0, MPI_COMM_WORLD); }
  }
}
