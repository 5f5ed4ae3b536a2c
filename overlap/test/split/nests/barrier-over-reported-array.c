// SPDX-License-Identifier: Apache-2.0
// The address of an array of this process alone is reported to the library, which touches nothing there: the array stays private,
// and the barrier's window may touch it.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

static double u[4000], v[4000];

double sweep(int left, int n) {
  MPI_Barrier(MPI_COMM_WORLD);
  v[0] = 1;
  MPI_Recv(u, n, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i < 3999; ++i) v[i] = u[i - 1] + u[i + 1];
  return v[n];
}
// CHECK: call i32 @MPI_Ibarrier(
// CHECK: store double 1
// CHECK: call i32 @MPI_Wait(
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe(ptr {{.*}}@v
