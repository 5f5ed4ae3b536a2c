// SPDX-License-Identifier: Apache-2.0
// A nest with a result: its cells run in pieces, and the sum is computed behind the rest.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

double step(double* u, double* v, int n, int left, int right) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(u, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD);
  double sum = 0;
  for (int i = 1; i <= n; ++i) {
    v[i] = u[i - 1] / 3;
    sum += v[i];
  }
  return sum;
}
// CHECK: call void @bamboo_split_during(
// CHECK: call i32 @bamboo_split_rest(
// CHECK: call i32 @bamboo_split_results(
// CHECK: call void @bamboo_split_offer(
