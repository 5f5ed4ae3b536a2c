// SPDX-License-Identifier: Apache-2.0
// A step promises that its arrays are different memory, in one call: the next call's u is this call's v. Rotated, the
// exchange of one call precedes the sweep of the next one, which reads the ghost cells that are unpacked.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

static double in[2], out[2];

static inline void step(double *restrict u, double *restrict v, double *restrict w, int n, int left, int right) {
  for (int i = 1; i <= n; ++i) w[i] = 0.5 * (u[i - 1] + u[i + 1]);
  for (int i = 1; i <= n; ++i) v[i] = w[i];
  out[0] = v[1];
  out[1] = v[n];
  MPI_Sendrecv(&out[0], 1, MPI_DOUBLE, left, 0, &in[1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&out[1], 1, MPI_DOUBLE, right, 1, &in[0], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  v[0] = in[0];
  v[n + 1] = in[1];
}

void run(double *u, double *v, double *w, int n, int steps, int left, int right) {
  for (int it = 0; it < steps; ++it) {
    step(u, v, w, n, left, right);
    double *t = u;
    u = v;
    v = t;
  }
}
// CHECK-LABEL: @run(
// The loop: the ghost cells of one call precede the remaining part of the sweep of the next one.
// CHECK: call i32 @bamboo_split_core(
// CHECK: call i32 @MPI_Wait(
// CHECK: load double, ptr @in,
// CHECK: store double
// CHECK: call i32 @bamboo_split_rest(
// The sweep in the loop and the first one are other calls for the compiler than the exchange in the loop:
// CHECK-DAG: = distinct !{!{{[0-9]+}}, !{{[0-9]+}}, !"step: argument 0:next"}
// CHECK-DAG: = distinct !{!{{[0-9]+}}, !{{[0-9]+}}, !"step: argument 0:again"}
