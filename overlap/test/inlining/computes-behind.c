// SPDX-License-Identifier: Apache-2.0
// What unpacks and what computes behind a completion becomes part of the caller, so that the core of its loops runs before it;
// later calls stay calls.
// RUN: %split_remarks_c -mllvm -inline-threshold=-10000 %s 2>&1 | FileCheck %s
#include <mpi.h>

void sweep(const double *u, double *v, int n, int m) {
  for (int i = 1; i <= n; ++i)
    for (int j = 0; j < m; ++j) v[i * (long)m + j] = 0.5 * (u[(i - 1) * (long)m + j] + u[i * (long)m + j]);
}
void unpack(double *u, const double *in, int m) {
  for (int j = 0; j < m; ++j) u[j] = in[j];
}
void scale(double *v, int n) {
  for (int i = 0; i < n; ++i) v[i] *= 0.5;
}
void step(double *u, double *restrict in, double *v, int n, int m, int left) {
  MPI_Recv(in, m, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (left >= 0) unpack(u, in, m);
  sweep(u, v, n, m);
  scale(v, n * m);
}
// CHECK-DAG: computes-behind.c:19:18: remark: 'unpack' became part of 'step': it computes or unpacks behind a completion
// CHECK-DAG: computes-behind.c:20:3: remark: 'sweep' became part of 'step': it computes or unpacks behind a completion
// CHECK-DAG: computes-behind.c:8:3: remark: a nest of 2 loops was split
// CHECK-NOT: 'scale' became part
