// SPDX-License-Identifier: Apache-2.0
// Two ways out behind the exchange, each of which would need an exchange of its own, and one between computation and
// exchange.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>
double *seen;

int both_behind(double *u, double *v, int n, int steps, int most, int left) {
  int work = 0;
  // CHECK-DAG: two-exits.c:[[@LINE+1]]:3: remark: the loop ends with an exchange that no computation hides, and was not rotated: it ends in several places behind the exchange
  for (int it = 0; it < steps; ++it) {
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    work += n * it;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (work > most) {
      seen = u;
      return it;
    }
  }
  seen = v;
  return -work;
}

int between(double *u, double *v, int n, int left) {
  // CHECK-DAG: two-exits.c:[[@LINE+1]]:3: remark: the loop was rotated
  for (int it = 0;; ++it) {
    // CHECK-DAG: two-exits.c:[[@LINE+1]]:5: remark: a nest of 1 loops was split
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    if (v[n / 2] < 1) return it;
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
