// SPDX-License-Identifier: Apache-2.0
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void do_while(double *u, double *v, int n, int steps, int left) {
  int it = 0;
  // CHECK-DAG: forms-of-loops.c:[[@LINE+1]]:3: remark: the loop was rotated
  do {
    // CHECK-DAG: forms-of-loops.c:[[@LINE+1]]:5: remark: a nest of 1 loops was split
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } while (++it < steps);
}

void with_guard(double *u, double *v, int n, long time, long end, long step, int left) {
  if (n > 5) {
    // CHECK-DAG: forms-of-loops.c:[[@LINE+1]]:5: remark: the loop was rotated
    while (time <= end) {
      // CHECK-DAG: forms-of-loops.c:[[@LINE+1]]:7: remark: a nest of 1 loops was split
      for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
      double *w = u;
      u = v;
      v = w;
      time += step;
      if (left >= 0) MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}

static void run(double *u, double *v, int n, int steps, int left) {
  // CHECK-DAG: forms-of-loops.c:[[@LINE+1]]:3: remark: the loop was rotated
  for (int it = 0; it < steps; ++it) {
    // CHECK-DAG: forms-of-loops.c:[[@LINE+1]]:5: remark: a nest of 1 loops was split
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

void nested(double *u, double *v, int n, int runs, int steps, int left) {
  for (int i = 0; i < runs; ++i) run(u, v, n, steps, left);
}
