// SPDX-License-Identifier: Apache-2.0
// What an iteration reads is not linear in its number.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void multiply(const double *a, const int *columns, double *x, double *y, int n, int left) {
  MPI_Recv(x, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; ++i) y[i] = a[i] * x[columns[i]];
}
// CHECK-NOT: bamboo_split
