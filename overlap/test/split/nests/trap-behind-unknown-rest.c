// SPDX-License-Identifier: Apache-2.0
// Where the iterations of the first nest's rest are not known when the second core would run, the second nest stays
// whole: the first core runs in pieces between stages, or the first nest has a result, or is cut by rows.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

enum { M = 1002 };
static double u[M][M], v[M][M], w[M][M];

void stages(int left, int right) {
  MPI_Recv(u[0], M, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(u[0], M, MPI_DOUBLE, right, 0, MPI_COMM_WORLD);
  MPI_Recv(u[M - 1], M, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK-DAG: trap-behind-unknown-rest.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}} in pieces
  for (int i = 1; i < M - 1; ++i)
    for (int j = 1; j < M - 1; ++j) v[i][j] = u[i - 1][j] + u[i + 1][j];
  // CHECK-DAG: trap-behind-unknown-rest.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: {{.*}} a split nest is in between
  for (int i = 1; i < M - 1; ++i)
    for (int j = 1; j < M - 1; ++j) w[i][j] = v[i - 1][j] + v[i + 1][j];
}

double result(int left) {
  double sum = 0;
  MPI_Recv(u[0], M, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK-DAG: trap-behind-unknown-rest.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}} is computed again
  for (int i = 1; i < M - 1; ++i)
    for (int j = 1; j < M - 1; ++j) {
      v[i][j] = u[i - 1][j] + u[i + 1][j];
      sum += v[i][j];
    }
  // CHECK-DAG: trap-behind-unknown-rest.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: {{.*}} a computation as large as the nest is in between
  for (int i = 1; i < M - 1; ++i)
    for (int j = 1; j < M - 1; ++j) w[i][j] = v[i - 1][j] + v[i + 1][j];
  return sum;
}

void rows(int n, const int *begin, const int *column, const double *value, double *x, double *y, double *z, int left) {
  MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK-DAG: trap-behind-unknown-rest.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}} each row by what it reads
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = begin[i]; k < begin[i + 1]; ++k) sum += value[k] * x[column[k]];
    y[i] = sum;
  }
  // CHECK-DAG: trap-behind-unknown-rest.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: {{.*}} a split nest is in between
  for (int i = 1; i < n; ++i) z[i] = y[i - 1] + y[i];
}

double *results(int which) { return which == 0 ? v[0] : which == 1 ? w[0] : u[0]; }
