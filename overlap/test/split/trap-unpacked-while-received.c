// SPDX-License-Identifier: Apache-2.0
// The way through the unpacking depends on what is received.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void sweep(double *u, double *v, double *in, int n, int left) {
  MPI_Recv(in, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (in[0] > 0) u[0] = in[0];
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
// CHECK-NOT: bamboo_split
