// SPDX-License-Identifier: Apache-2.0
// Code grows by a copy of the loop: large ones stay as they are.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

#define TEN(x) x x x x x x x x x x

void smooth(double *u, double *v, volatile double *sink, int n, int steps, int left) {
  // CHECK: large.c:[[@LINE+1]]:3: remark: the loop ends with an exchange that no computation hides, and was not rotated: it is too large
  for (int it = 0; it < steps; ++it) {
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    TEN(TEN(TEN(*sink = 1; *sink = 2; *sink = 3; *sink = 4;)))
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
