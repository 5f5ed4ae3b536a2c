// SPDX-License-Identifier: Apache-2.0
// A program whose windows hold short operations for certain needs no thread for relief.
// RUN: %overlap_c -mllvm -bamboo-overlap-polls %s | FileCheck %s
// RUN: %overlap_c -mllvm -bamboo-overlap-polls -DCOUNT=16384 %s | FileCheck %s --check-prefix=LARGE
#include <mpi.h>

#ifndef COUNT
#define COUNT 16383
#endif

// CHECK-NOT: @bamboo_overlap_has_large_operations
// CHECK-NOT: @bamboo_overlap_starts
// LARGE-DAG: @bamboo_overlap_has_large_operations = weak_odr constant i32 1
// LARGE-DAG: call void @bamboo_overlap_starts(
double step(double *restrict u, double *restrict v, double *restrict in, int n, int peer) {
  MPI_Recv(in, COUNT, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i < n; ++i) v[i] = 0.5 * (u[i - 1] + u[i]);
  return in[0];
}
