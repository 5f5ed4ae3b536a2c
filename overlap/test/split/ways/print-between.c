// SPDX-License-Identifier: Apache-2.0
// Statements that no core passes are executed under conditions. The program evaluates these before the core: where one
// holds the nest stays whole.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>
#include <stdio.h>

void unknown(int);
void sweep(double *restrict u, double *restrict v, int n, int left, const int *restrict verbose) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (verbose[0]) printf("received from %d\n", left);
  for (int k = 1; k < n; ++k)
    if (verbose[k]) {
      unknown(k);
      if (k == left) unknown(left);
    }
  for (int i = 1; i <= n; ++i) v[i] = 0.5 * u[i - 1];
}
// CHECK-LABEL: define {{.*}}@sweep(
// CHECK: call i32 @MPI_Irecv
// CHECK: call void @bamboo_split_refuse_way(
// CHECK: call void @bamboo_split_refuse_way(
// CHECK-NOT: call void @bamboo_split_refuse_way(
// CHECK: call i32 @bamboo_split_core(
// CHECK: call i32 @MPI_Wait
// CHECK: @printf(
// CHECK: call i32 @bamboo_split_rest(
