// SPDX-License-Identifier: Apache-2.0
// Each loop of a function is rotated.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

#define LOOP(tag)                                                                                                     \
  for (int it = 0; it < steps; ++it) {                                                                                \
    for (int i = 1; i <= n; ++i) v[i] = tag * (u[i - 1] + u[i + 1]);                                                   \
    double *w = u;                                                                                                    \
    u = v;                                                                                                            \
    v = w;                                                                                                            \
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);                                  \
  }

void smooth(double *u, double *v, int n, int steps, int left) {
  // CHECK-DAG: many.c:[[@LINE+1]]:3: remark: the loop was rotated
  LOOP(1)
  // CHECK-DAG: many.c:[[@LINE+1]]:3: remark: the loop was rotated
  LOOP(2)
  // CHECK-DAG: many.c:[[@LINE+1]]:3: remark: the loop was rotated
  LOOP(3)
  // CHECK-DAG: many.c:[[@LINE+1]]:3: remark: the loop was rotated
  LOOP(4)
  // CHECK-DAG: many.c:[[@LINE+1]]:3: remark: the loop was rotated
  LOOP(5)
  // CHECK-DAG: many.c:[[@LINE+1]]:3: remark: the loop was rotated
  LOOP(6)
  // CHECK-DAG: many.c:[[@LINE+1]]:3: remark: the loop was rotated
  LOOP(7)
  // CHECK-DAG: many.c:[[@LINE+1]]:3: remark: the loop was rotated
  LOOP(8)
  // CHECK-DAG: many.c:[[@LINE+1]]:3: remark: the loop was rotated
  LOOP(9)
  // CHECK-DAG: many.c:[[@LINE+1]]:3: remark: the loop was rotated
  LOOP(10)
}
