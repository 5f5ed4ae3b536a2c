// SPDX-License-Identifier: Apache-2.0
// The inspection reports each completion, in front of what it and the statements behind it touch: the library may let
// the core begin there.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Waitall(int, MPI_Request[], MPI_Status*);

void step(double* u, double* v, double* restrict out, double* restrict in, int n, int up, int down) {
  MPI_Request request[2];
  for (int axis = 0; axis < 2; ++axis) {
    const int step = axis == 0 ? 1 : n;
    MPI_Irecv(in, n, MPI_DOUBLE, up, axis, MPI_COMM_WORLD, &request[0]);
    for (int i = 0; i < n; ++i) out[i] = u[i * step];
    MPI_Isend(out, n, MPI_DOUBLE, down, axis, MPI_COMM_WORLD, &request[1]);
    MPI_Waitall(2, request, MPI_STATUS_IGNORE);
    for (int i = 0; i < n; ++i) u[i * step] = in[i];
  }
  for (int i = 0; i + 1 < n; ++i)
    for (int j = 0; j + 1 < n; ++j) v[i * n + j] = u[i * n + j] + u[(i + 1) * n + j + 1];
}
// CHECK-LABEL: define {{.*}}@step(
// CHECK: call void @bamboo_split_during(ptr %[[PLAN:[0-9]+]], i32 2, ptr
// CHECK-NEXT: call i32 @{{(bamboo[.])?}}MPI_Waitall(
// CHECK: call void @bamboo_split_offer(ptr %[[PLAN]],
// CHECK: call void @bamboo_split_touch_run(ptr %[[PLAN]], {{.*}}, i32 0)
// CHECK: call void @bamboo_split_stage(ptr %[[PLAN]])
// CHECK-NOT: i32 0)
// CHECK: call void @bamboo_split_touch_run(ptr %[[PLAN]], {{.*}}, i32 1)
// CHECK: call i32 @bamboo_split_core(ptr %[[PLAN]])
