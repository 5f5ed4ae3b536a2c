/* SPDX-License-Identifier: Apache-2.0 */
#include "halo.h"

static MPI_Comm halo_comm;
static int left, right, exchanges;

void halo_setup(MPI_Comm comm) {
  int rank, size;
  MPI_Comm_dup(comm, &halo_comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  left = rank ? rank - 1 : MPI_PROC_NULL;
  right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
}

void halo_exchange(double* cells, int n) {
  MPI_Sendrecv(&cells[n], 1, MPI_DOUBLE, right, 0, &cells[0], 1, MPI_DOUBLE, left, 0, halo_comm,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(&cells[1], 1, MPI_DOUBLE, left, 1, &cells[n + 1], 1, MPI_DOUBLE, right, 1, halo_comm,
               MPI_STATUS_IGNORE);
  exchanges++;
}

int halo_count(void) {
  return exchanges;
}
