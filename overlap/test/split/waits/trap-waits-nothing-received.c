// SPDX-License-Identifier: Apache-2.0
// The function starts no receive: what the wait completes would not be known when the program runs either.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

int MPI_Isend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Waitall(int, MPI_Request[], MPI_Status *);

void sweep(double *u, double *v, int n, int left, MPI_Request *all) {
  MPI_Isend(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &all[0]);
  MPI_Waitall(3, all, MPI_STATUS_IGNORE);
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
// CHECK-NOT: bamboo_split
