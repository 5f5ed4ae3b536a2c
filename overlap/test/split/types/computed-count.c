// SPDX-License-Identifier: Apache-2.0
// The message is described with the number of elements that the program computes.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void sweep(double* restrict u, double* restrict v, int n, int m, int left) {
  MPI_Recv(u, n * m + 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i < 4000; ++i) v[i] = u[i - 1] + u[i + 1];
}
// CHECK: %[[PRODUCT:[0-9]+]] = mul nsw i32
// CHECK: %[[COUNT:[0-9]+]] = add nsw i32 %[[PRODUCT]], 1
// CHECK: call i32 @MPI_Irecv({{.*}}, i32 %[[COUNT]],
// CHECK: %[[WIDE:[0-9]+]] = {{[sz]}}ext {{.*}}i32 %[[COUNT]] to i64
// CHECK: %[[BYTES:[0-9]+]] = shl {{.*}}i64 %[[WIDE]], 3
// CHECK: call void @bamboo_split_touch(ptr {{.*}}, i32 0, i64 {{.*}}, i64 {{[^%]*}}%[[BYTES]], i32 1)
