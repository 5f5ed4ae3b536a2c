// SPDX-License-Identifier: Apache-2.0
// A value that is loaded behind all loops is what the nest leaves there. It is loaded behind the rest, and is no access
// of the nest: the library compares it with nothing.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

double step(double *u, double *v, int n, int left) {
  double most = 0;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < 1000; ++j) v[i * 1000 + j] = u[i * 1000 + j - 1] + u[i * 1000 + j];
  if (n > 1) most = v[1000];
  return most;
}
// CHECK: @bamboo.nest.step = {{.*}} { [4 x i64] [i64 2, i64 2, i64 3, i64 0],
// CHECK: @bamboo.nest.rows = {{.*}} { [4 x i64] [i64 2, i64 2, i64 8, i64 {{[0-9]+}}],
// CHECK-LABEL: define {{.*}}@step(
// CHECK: call i32 @bamboo_split_results(

// The same where a row is found through a table of pointers.
double rows(double **u, double **v, double *changes, int n, int left) {
  double most = 0;
  MPI_Recv(u[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < 1000; ++j) {
      v[i][j] = u[i][j - 1] + u[i - 1][j];
      changes[i * 1000 + j] = v[i][j] - u[i][j];
    }
  if (n > 1) most = changes[1001];
  return most;
}
// CHECK-LABEL: define {{.*}}@rows(
// CHECK: call i32 @bamboo_split_chunk(
// CHECK: call i32 @bamboo_split_results(
