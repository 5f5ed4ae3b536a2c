// SPDX-License-Identifier: Apache-2.0
// A send between the receive and the nest does not start behind the core: the core is a function, which runs in pieces
// while the receive's completion waits. Behind that the send starts.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void sweep(double* u, double* v, double* other, int n, int left) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD);
  // REMARK: staged-send.c:[[@LINE+1]]:3: remark: a nest of 1 loops was split: iterations that need nothing of what is received run in pieces while 1 completions wait; 1 of the loops may be cut
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
// CHECK-LABEL: define {{.*}}@sweep(
// CHECK: %[[VALUES:[0-9]+]] = alloca {
// CHECK: %[[PLAN:[0-9]+]] = {{.*}}call ptr @bamboo_split_begin(
// CHECK-NOT: store double
// CHECK: call void @bamboo_split_during(ptr %[[PLAN]], i32 1, ptr nonnull %[[REQUEST:[0-9]+]])
// CHECK-NEXT: call i32 @MPI_Wait(ptr nonnull %[[REQUEST]],
// CHECK-NOT: store double
// CHECK: call i32 @MPI_{{Is|S}}end(
// CHECK: call ptr @bamboo_split_rest_plan(ptr %[[PLAN]], i32 0)
// CHECK: call i32 @bamboo_split_rest(
// CHECK: store double
// CHECK: call void @bamboo_split_offer(ptr nonnull %[[PLAN]], ptr nonnull @sweep.bamboo.core, ptr nonnull %[[VALUES]])
// CHECK: define internal void @sweep.bamboo.core(
// CHECK: call i64 @bamboo_split_first(
// CHECK: store double
