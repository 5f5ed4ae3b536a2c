// SPDX-License-Identifier: Apache-2.0
// How often the loop goes round stands in memory that MPI knows. It is read in front of the exchange, where that does not
// write it.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void broadcast(double *u, double *v, int n, int left) {
  int steps;
  MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
  // CHECK-DAG: condition-in-memory.c:[[@LINE+1]]:3: remark: the loop was rotated
  for (int it = 0; it < steps; ++it) {
    // CHECK-DAG: condition-in-memory.c:[[@LINE+1]]:5: remark: a nest of 1 loops was split
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

// All ranks agree now and then.
void sometimes(double *u, double *v, int n, int left) {
  int more, steps = n;
  // CHECK-DAG: condition-in-memory.c:[[@LINE+1]]:3: remark: the loop was rotated
  for (int it = 0; it < steps; ++it) {
    // CHECK-DAG: condition-in-memory.c:[[@LINE+1]]:5: remark: a nest of 1 loops was split
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    more = steps + (u[n] > 1);
    if (it % 10 == 0) MPI_Allreduce(&more, &steps, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

// It is received.
void received(double *u, double *v, int n, int left) {
  int steps = 1;
  // CHECK-DAG: condition-in-memory.c:[[@LINE+1]]:3: remark: the loop ends with an exchange that no computation hides, and was not rotated: whether it ends is found out behind the exchange
  for (int it = 0; it < steps; ++it) {
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&steps, 1, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

// It may stand where it cannot be read before: the address need not be one then.
void elsewhere(double *u, double *v, int n, int left, const int *steps) {
  int it = 0;
  // CHECK-DAG: condition-in-memory.c:[[@LINE+1]]:3: remark: the loop ends with an exchange that no computation hides, and was not rotated: whether it ends is found out behind the exchange
  do {
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } while (++it < *steps);
}
