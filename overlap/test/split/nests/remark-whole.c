// SPDX-License-Identifier: Apache-2.0
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

double sweep(double *u, double *v, int n, int left) {
  double sum = 0;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: remark-whole.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+1]]: its result is used behind it, so its order counts
  for (int i = 1; i <= n; ++i) sum += u[i - 1] * v[i];
  return sum;
}

void scatter(const double *a, const int *columns, double *x, double *y, int n, int left) {
  MPI_Recv(x, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: remark-whole.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+1]]: its address is no linear function of the loops' iterations
  for (int i = 0; i < n; ++i) y[columns[i]] = a[i] * x[i];
}

void sweep_twice(double *u, double *v, int n, int left) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: remark-whole.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: it orders the ranks
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
