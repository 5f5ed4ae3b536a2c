/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
int rank_of(MPI_Comm c) {
  int rank;
  MPI_Comm_rank(c, &rank);
  return rank;
}
