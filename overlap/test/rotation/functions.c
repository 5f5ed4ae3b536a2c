// SPDX-License-Identifier: Apache-2.0
// Functions that exchange or compute become part of a loop where the next iteration computes.
// RUN: %inlining_c -mllvm -bamboo-overlap-split %s -o /dev/null 2>&1 | FileCheck %s
#include <mpi.h>
static double *in[2], *out[2];
static void exchange(double *u, int n, int m, int left, int right) {
  if (left >= 0)
    for (int i = 0; i < n; ++i) out[0][i] = u[(i + 1) * m + 1];
  if (left >= 0) MPI_Send(out[0], n, MPI_DOUBLE, left, 0, MPI_COMM_WORLD);
  if (right >= 0) MPI_Recv(in[1], n, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (right >= 0)
    for (int i = 0; i < n; ++i) u[(i + 1) * m + m - 1] = in[1][i];
}

static void sweep(const double *u, double *v, int n, int m) {
  // CHECK-DAG: functions.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j < m - 1; ++j) v[i * m + j] = u[(i - 1) * m + j] + u[i * m + j + 1];
}

void jacobi(double *u, double *v, int n, int m, int steps, int left, int right) {
  exchange(u, n, m, left, right);
  // CHECK-DAG: functions.c:[[@LINE+1]]:3: remark: the loop was rotated
  for (int it = 0; it < steps; ++it) {
    // CHECK-DAG: functions.c:[[@LINE+1]]:5: remark: 'sweep' became part of 'jacobi': it computes or unpacks behind a completion
    sweep(u, v, n, m);
    double *w = u;
    u = v;
    v = w;
    // CHECK-DAG: functions.c:[[@LINE+1]]:5: remark: 'exchange' became part of 'jacobi': it ends in communication, and computation follows the call
    exchange(u, n, m, left, right);
  }
}

void set(double *a, double *b, double *c, double *d) {
  in[0] = a;
  in[1] = b;
  out[0] = c;
  out[1] = d;
}

// Its sum is no exchange, and what calls it at the end of an iteration does not wait for the next one.
// CHECK-NOT: became part of 'solve'
static double dot(const double *a, int n) {
  double sum = 0, all;
  for (int i = 0; i < n; ++i) sum += a[i] * a[i];
  MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

double solve(double *u, double *v, int n, int steps) {
  double norm = dot(u, n);
  for (int it = 0; it < steps; ++it) {
    sweep(u, v, n, n);
    norm += dot(v, n);
  }
  return norm;
}
