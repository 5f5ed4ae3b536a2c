// SPDX-License-Identifier: Apache-2.0
// A nest is blocked for the cache: the loops over the blocks are cut, and those inside of a block only have a bound.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void sweep(double *u, double *v, long n, long m, int left) {
  MPI_Recv(u, m, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (long ii = 1; ii < n; ii += 4)
    for (long i = ii; i < (ii + 4 < n ? ii + 4 : n); ++i)
      for (long j = 0; j < m; ++j) v[i * m + j] = u[(i - 1) * m + j];
}
// CHECK: @bamboo.nest.sweep = {{.*}} [3 x i64] [i64 1, i64 0, i64 0], [3 x i64] [i64 0, i64 1, i64 0], [3 x i64] [i64 1, i64 0, i64 0],
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe(
// CHECK: call i32 @bamboo_split_core
