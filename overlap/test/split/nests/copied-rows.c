// SPDX-License-Identifier: Apache-2.0
// Rows that are copied as a whole, from one array into another: both, and their length, are reported to the library.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void *memcpy(void *, const void *, size_t);

void sweep(double *restrict u, double *restrict v, long n, long m, int left) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (long i = 1; i <= n; ++i) memcpy(v + i * m, u + (i - 1) * m, m * sizeof(double));
}
// CHECK: @bamboo.nest.sweep = {{.*}} [5 x i64] [i64 2, i64 0, i64 0, i64 1, i64 0], [5 x i64] [i64 0, i64 0, i64 0, i64 1, i64 0] }
// CHECK: %[[BYTES:[0-9]+]] = shl {{.*}}, 3
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe(ptr {{.*}}, ptr {{.*}}@bamboo.nest.sweep, i64 %{{[0-9]+}},
// CHECK-SAME: i64 %[[BYTES]], i64 %{{[0-9]+}}, i64 %{{[0-9]+}}, i64 %[[BYTES]], i64 %{{[0-9]+}}, i64 %{{[0-9]+}})
// CHECK: call i32 @bamboo_split_core
