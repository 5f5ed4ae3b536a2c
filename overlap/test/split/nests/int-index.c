// SPDX-License-Identifier: Apache-2.0
// The compiler has computed j - 1 with 32 bits: it is linear unless it wraps around in an iteration of either loop, which the
// program looks at.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

#define AT(i, j) ((i) * (ny + 2) + (j))

void sweep(double *restrict u, double *restrict v, int nx, int ny, int left) {
  MPI_Recv(u, ny, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i <= nx; i++)
    for (int j = 1; j <= ny; j++) v[AT(i, j)] = u[AT(i - 1, j)] + u[AT(i, j - 1)] + u[AT(i, j + 1)];
}
// CHECK: @bamboo.nest.sweep = {{.*}} [3 x i64] [i64 1, i64 0, i64 0], [3 x i64] [i64 1, i64 0, i64 0],
// CHECK: %[[PLAN:[0-9]+]] = {{.*}}call ptr @bamboo_split_begin
// CHECK: %[[LEAST:.*]] = call i64 @llvm.smin.i64
// CHECK: %[[GREATEST:.*]] = call i64 @llvm.smax.i64
// CHECK: select i1
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe(ptr {{[^%]*}}%[[PLAN]], ptr {{.*}}@bamboo.nest.sweep, i64 %{{[0-9]+}}, i64 %{{[0-9]+}}, i64 8,
// CHECK: call i32 @bamboo_split_core(ptr {{[^%]*}}%[[PLAN]])
// CHECK: call i32 @MPI_Wait
