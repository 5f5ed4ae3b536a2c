// SPDX-License-Identifier: Apache-2.0
// A row may be a single element: the loop has no other one inside.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void multiply(const double *a, const int *columns, double *x, double *y, int n, int left) {
  MPI_Recv(x, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: sparse-gather.c:[[@LINE+1]]:3: remark: a nest of 1 loops was split: {{.*}}, each row by what it reads
  for (int i = 0; i < n; ++i) y[i] = a[i] * x[columns[i]];
}
