// SPDX-License-Identifier: Apache-2.0
// A receive at the end of an iteration of an endless loop is for the next one: a core does not go back there.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void sweep(double* u, double* v, int n, int left) {
  for (int round = 1;; ++round) {
    for (int i = 1; i <= n; ++i) v[i * round] = u[i * round - 1];
    MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK-LABEL: @sweep(
// CHECK-NOT: bamboo_split

// The same behind the receive, in a loop that ends.
void sweep_behind(double* u, double* v, int n, int left) {
  for (int round = 1; round <= n; ++round) {
    MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 1; i <= n; ++i) v[i * round] = u[i * round - 1];
  }
}
// CHECK-LABEL: @sweep_behind(
// CHECK: call i32 @bamboo_split_core
