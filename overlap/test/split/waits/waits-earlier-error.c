// SPDX-License-Identifier: Apache-2.0
// The error of a wait in front of the core may have come back, as its communicator is another one: what the program
// then does counts, and is looked at.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);

void sweep(double *u, double *v, int n, double *small, MPI_Comm a, MPI_Comm b, int peer, MPI_Request *q) {
  MPI_Irecv(small, 1, MPI_DOUBLE, peer, 1, a, &q[0]);
  int error = MPI_Wait(&q[0], MPI_STATUS_IGNORE);
  MPI_Irecv(u, 1, MPI_DOUBLE, peer, 2, b, &q[1]);
  MPI_Wait(&q[1], MPI_STATUS_IGNORE);
  if (error != 0) u[n / 2] = 1000;
  for (int i = 1; i <= n; ++i) v[i] = 2 * u[i - 1] + 3;
}
// CHECK-LABEL: @sweep
// CHECK: %[[ERROR:[0-9]+]] = call i32 @MPI_Wait(
// CHECK: %[[PLAN:[0-9]+]] = call ptr @bamboo_split_begin(
// CHECK: call void @bamboo_split_completes(ptr {{[^%]*}}%[[PLAN]]
// CHECK-NEXT: icmp eq i32 %[[ERROR]], 0
// CHECK-NEXT: br i1
// CHECK: call void @bamboo_split_touch(ptr {{[^%]*}}%[[PLAN]], i32 {{[0-9]+}}, i64 {{.*}}, i64 8, i32 1)
