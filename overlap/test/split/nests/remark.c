// SPDX-License-Identifier: Apache-2.0
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void sweep(double *u, double *v, int n, int m, int left) {
  MPI_Recv(u, m, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: remark.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: iterations that need nothing of what is received run before 1 completions; 2 of the loops may be cut
  for (int i = 1; i <= n; ++i)
    for (int j = 0; j < m; ++j) v[i * m + j] = u[(i - 1) * m + j];
}
