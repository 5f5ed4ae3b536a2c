// SPDX-License-Identifier: Apache-2.0
// A nest behind guarded waits of the program's own: its core runs before them. Zero bytes are reported on paths that wait for nothing.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);

void sweep(double *u, double *v, int n, int left, int right) {
  MPI_Request q[2];
  if (left >= 0) {
    MPI_Irecv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &q[0]);
    MPI_Wait(&q[0], MPI_STATUS_IGNORE);
  }
  if (right >= 0) {
    MPI_Irecv(u + n + 1, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &q[1]);
    MPI_Wait(&q[1], MPI_STATUS_IGNORE);
  }
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
}
// CHECK: call i32 @MPI_Irecv
// CHECK: phi i64 {{.*(\[ 8, .*\[ 0, |\[ 0, .*\[ 8, )}}
// CHECK: %[[PLAN:[0-9]+]] = {{.*}}call ptr @bamboo_split_begin
// CHECK: call void @bamboo_split_touch(ptr {{[^%]*}}%[[PLAN]], i32 {{[0-9]}}, i64 {{.*}}, i32 1)
// CHECK: call i32 @bamboo.MPI_Waitall(i32 %
// CHECK: call i32 @bamboo.MPI_Waitall(i32 %
// CHECK: call ptr @bamboo_split_rest_plan(ptr {{[^%]*}}%[[PLAN]], i32 0)
// CHECK: call i32 @bamboo_split_rest
// CHECK: fadd
