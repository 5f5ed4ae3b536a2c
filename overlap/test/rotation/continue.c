// SPDX-License-Identifier: Apache-2.0
// Iterations that do not exchange.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

// Each second one goes on behind the sweep.
void behind(double *u, double *v, int n, int steps, int left) {
  // CHECK-DAG: continue.c:[[@LINE+1]]:3: remark: the loop was rotated
  for (int it = 0; it < steps; ++it) {
    // CHECK-DAG: continue.c:[[@LINE+1]]:5: remark: a nest of 1 loops was split
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    if (it % 2) continue;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

// The whole iteration is left out.
// CHECK-NOT: was rotated
void in_front(double *u, double *v, int n, int steps, int left) {
  for (int it = 0; it < steps; ++it) {
    if (it % 3 == 1) continue;
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
