// SPDX-License-Identifier: Apache-2.0
// Cells that are received in place: the nest and both cells are reported to the library, which is asked in front of the waits.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void sweep(double *u, double *v, int n, int left, int right) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(u + n + 1, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
}
// CHECK: @bamboo.nest.sweep = {{.*}} [3 x i64] [i64 1, i64 0, i64 0], [5 x i64] [i64 0, i64 0, i64 0, i64 1, i64 0],
// CHECK-SAME: [5 x i64] [i64 0, i64 0, i64 0, i64 1, i64 0], [5 x i64] [i64 2, i64 0, i64 0, i64 1, i64 0] }
// CHECK: call i32 @MPI_Irecv
// CHECK: call i32 @MPI_Waitall
// CHECK: call i32 @MPI_Irecv
// CHECK: %[[PLAN:[0-9]+]] = {{.*}}call ptr @bamboo_split_begin
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe(ptr {{[^%]*}}%[[PLAN]], ptr {{.*}}@bamboo.nest.sweep, i64 %{{[0-9]+}}{{(, i64 8, i64 %[0-9]+, i64 8){3}[)]}}
// CHECK: call void @bamboo_split_touch(ptr {{[^%]*}}%[[PLAN]], i32 {{[0-9]}}, i64 {{.*}}, i64 8, i32 1)
// CHECK: call void @bamboo_split_touch(ptr {{[^%]*}}%[[PLAN]], i32 {{[0-9]}}, i64 {{.*}}, i64 8, i32 1)
// CHECK: call i32 @bamboo_split_core(ptr {{[^%]*}}%[[PLAN]])
// CHECK: call i32 @MPI_Wait
// CHECK: call i32 @MPI_Wait
// CHECK: call ptr @bamboo_split_rest_plan(ptr {{[^%]*}}%[[PLAN]], i32 0)
// CHECK: call i32 @bamboo_split_rest
// CHECK: fadd
// The core is elsewhere.
// CHECK: call i64 @bamboo_split_first(ptr {{[^%]*}}%[[PLAN]], i32 0)
// CHECK: fadd
