// SPDX-License-Identifier: Apache-2.0
// A column is unpacked. One call reports all its cells to the library. Cells that are unpacked on a condition, and
// cells at a place that is no linear function, are reported one by one.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void column(double *u, double *v, double *restrict in, int n, int left) {
  MPI_Recv(in, n, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; ++i) u[i * n] = in[i];
  for (int i = 0; i + 1 < n; ++i)
    for (int j = 1; j < n; ++j) v[i * n + j] = u[i * n + j - 1];
}
// CHECK-LABEL: define {{.*}}@column(
// CHECK: call void @bamboo_split_touch_run(ptr {{[^,]*}}, i32 {{[0-9]+}}, i64 {{[^,]*}}, i64 8, i64 %{{[^,]*}}, i64 %{{[^,]*}}, i32 1)
// CHECK-NOT: call void @bamboo_split_touch(

void some(double *u, double *v, double *restrict in, const int *restrict which, int n, int left) {
  MPI_Recv(in, n, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; ++i)
    if (which[i]) u[i * n] = in[i];
  for (int i = 0; i + 1 < n; ++i)
    for (int j = 1; j < n; ++j) v[i * n + j] = u[i * n + j - 1];
}
// CHECK-LABEL: define {{.*}}@some(
// CHECK-NOT: call void @bamboo_split_touch_run(
// CHECK: call void @bamboo_split_touch(

void scattered(double *u, double *v, double *restrict in, const int *restrict which, int n, int left) {
  MPI_Recv(in, n, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; ++i) u[which[i]] = in[i];
  for (int i = 0; i + 1 < n; ++i)
    for (int j = 1; j < n; ++j) v[i * n + j] = u[i * n + j - 1];
}
// CHECK-LABEL: define {{.*}}@scattered(
// CHECK-NOT: call void @bamboo_split_touch_run(
// CHECK: call void @bamboo_split_touch(
