// SPDX-License-Identifier: Apache-2.0
// The program looks at the error of the receive before it computes.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

int sweep(double *u, double *v, int n, int left) {
  if (MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) != 0) return 1;
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
  return 0;
}
// CHECK-NOT: bamboo_split
