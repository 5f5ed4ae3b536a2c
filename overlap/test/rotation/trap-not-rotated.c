// SPDX-License-Identifier: Apache-2.0
// Loops that gain nothing keep their form.
// RUN: %split_remarks_c %s 2>&1 | FileCheck --allow-empty %s
// CHECK-NOT: was rotated
#include <mpi.h>
#include <stdio.h>

void exchange_first(double *u, double *v, int n, int steps, int left) {
  for (int it = 0; it < steps; ++it) {
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
  }
}

void both_ends(double *u, double *v, int n, int steps, int left) {
  for (int it = 0; it < steps; ++it) {
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[0], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

void prints(double *u, double *v, int n, int steps, int left) {
  for (int it = 0; it < steps; ++it) {
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d\n", it);
  }
}

void barrier(double *u, double *v, int n, int steps, int left) {
  for (int it = 0; it < steps; ++it) {
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

void computes_behind(double *u, double *v, int n, int steps, int left) {
  for (int it = 0; it < steps; ++it) {
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    MPI_Recv(&v[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 1; i <= n; ++i) u[i] = v[i - 1] + v[i + 1];
  }
}

void sends(double *u, double *v, int n, int steps, int left) {
  for (int it = 0; it < steps; ++it) {
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Send(&u[1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD);
  }
}

void reduces(double *u, double *v, int n, int steps) {
  double sum = 1, all = 0;
  for (int it = 0; it < steps; ++it) {
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1] + all;
    double *w = u;
    u = v;
    v = w;
    sum += u[n];
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
}
