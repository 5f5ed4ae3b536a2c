// SPDX-License-Identifier: Apache-2.0
// A nest behind guarded receives: its core runs before the waits. Zero bytes are reported on paths that receive nothing.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void sweep(double *u, double *v, int n, int left, int right) {
  if (left >= 0) MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (right >= 0) MPI_Recv(u + n + 1, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
}
// CHECK: store ptr @ompi_request_null
// CHECK: call i32 @MPI_Irecv
// CHECK: call i32 @MPI_Waitall
// CHECK: call i32 @MPI_Irecv
// CHECK: phi i64 {{.*(\[ 8, .*\[ 0, |\[ 0, .*\[ 8, )}}
// CHECK: %[[PLAN:[0-9]+]] = {{.*}}call ptr @bamboo_split_begin
// CHECK: call void @bamboo_split_touch(ptr {{[^%]*}}%[[PLAN]], i32 0, i64 {{.*}}, i32 1)
// CHECK: call void @bamboo_split_touch(ptr {{[^%]*}}%[[PLAN]], i32 1, i64 {{.*}}, i32 1)
// CHECK: call i32 @bamboo_split_core(ptr {{[^%]*}}%[[PLAN]])
// CHECK: call i32 @bamboo.MPI_Wait(
// CHECK: call i32 @bamboo.MPI_Wait(
// CHECK: call ptr @bamboo_split_rest_plan(ptr {{[^%]*}}%[[PLAN]], i32 0)
// CHECK: call i32 @bamboo_split_rest
// CHECK: fadd
// The core is elsewhere.
// CHECK: call i64 @bamboo_split_first(ptr {{[^%]*}}%[[PLAN]], i32 0)
// CHECK: fadd
