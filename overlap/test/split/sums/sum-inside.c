// SPDX-License-Identifier: Apache-2.0
// A sum within an iteration keeps its order: its loop is not cut.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void multiply(const double *a, double *x, double *y, int n, int left) {
  MPI_Recv(x, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = 0; k < 1000; ++k) sum += a[i * 1000 + k] * x[i + k];
    y[i] = sum;
  }
}
// CHECK: @bamboo.nest.multiply = {{.*}} [3 x i64] [i64 1, i64 0, i64 0], [3 x i64] zeroinitializer,
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe(ptr {{.*}}, ptr {{.*}}@bamboo.nest.multiply, i64 %{{[0-9]+}}, i64 1000,
// CHECK: call i32 @bamboo_split_core
