// SPDX-License-Identifier: Apache-2.0
// Receives in a loop, each followed by the loop that unpacks it: the core runs before all of them, and the program goes
// through the unpacking once more for what it touches.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

static double u[66 * 66], v[66 * 66], in[2][64];

void sweep(const int *restrict peers, int count, int n) {
  for (int f = 0; f < count; ++f) {
    MPI_Recv(in[f], n, MPI_DOUBLE, peers[f], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < n; ++i) u[f * 65 + (i + 1) * 66] = in[f][i];
  }
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= n; ++j) v[i * 66 + j] = u[(i - 1) * 66 + j] + u[i * 66 + j + 1];
}
double *result(void) { return v; }
// CHECK: call ptr @bamboo_split_begin
// CHECK-DAG: call i32 @bamboo_split_core
// CHECK-DAG: call i32 @MPI_{{I?r|R}}ecv
// CHECK-DAG: call i32 @bamboo_split_rest
// CHECK-DAG: call void @bamboo_split_touch
