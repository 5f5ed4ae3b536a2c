// SPDX-License-Identifier: Apache-2.0
// The address of each row that is written is loaded from a table.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void two_levels(double **u, double **v, int rows, int columns, int left) {
  MPI_Recv(u[0], columns, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: rows-written-by-pointers.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}}, each row by what it reads
  for (int i = 1; i <= rows; ++i)
    for (int j = 1; j < columns - 1; ++j)
      v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

void three_levels(double ***u, double ***v, int planes, int rows, int columns, int left) {
  MPI_Recv(u[0][0], rows * columns, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: rows-written-by-pointers.c:[[@LINE+1]]:3: remark: a nest of 3 loops was split: {{.*}}, each row by what it reads
  for (int k = 1; k <= planes; ++k)
    for (int i = 1; i < rows - 1; ++i)
      for (int j = 1; j < columns - 1; ++j) v[k][i][j] = u[k - 1][i][j] + u[k + 1][i][j] + u[k][i][j];
}

void list(const double *a, const int *place, double *x, double *y, int n, int left) {
  MPI_Recv(x, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: rows-written-by-pointers.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}}, each row by what it reads
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 100; ++j) y[place[i] + j] += a[i] * x[place[i] + j];
}
