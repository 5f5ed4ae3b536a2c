/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>

void exchange_elsewhere(double* out, double* in, int count, int peer, MPI_Status* status) {
  MPI_Sendrecv(out, count, MPI_DOUBLE, peer, 7, in, count + 1, MPI_DOUBLE, peer, 7, MPI_COMM_WORLD, status);
}
