// SPDX-License-Identifier: Apache-2.0
// All ranks agree whether the loop goes on: in front of the exchange, or behind it.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void in_front(double *u, double *v, int n, double limit, int left) {
  double change, all, agreed;
  // CHECK-DAG: convergence.c:[[@LINE+1]]:3: remark: the loop was rotated
  do {
    change = 0;
    // CHECK-DAG: convergence.c:[[@LINE+1]]:5: remark: a nest of 1 loops was split
    for (int i = 1; i <= n; ++i) {
      v[i] = u[i - 1] + u[i + 1];
      change += v[i] - u[i];
    }
    MPI_Allreduce(&change, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    agreed = all;
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } while (agreed > limit);
}

// What is received decides.
void received(double *u, double *v, int n, double limit, int left) {
  double change;
  // CHECK-DAG: convergence.c:[[@LINE+1]]:3: remark: the loop ends with an exchange that no computation hides, and was not rotated: whether it ends is found out behind the exchange
  do {
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } while (u[n + 1] > limit);
}

// Nothing runs between the exchange and the next iteration's nest but what all ranks agree on.
// CHECK-NOT: was rotated
void behind(double *u, double *v, int n, double limit, int left) {
  double change, all;
  do {
    change = 0;
    for (int i = 1; i <= n; ++i) {
      v[i] = u[i - 1] + u[i + 1];
      change += v[i] - u[i];
    }
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&change, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  } while (all > limit);
}
