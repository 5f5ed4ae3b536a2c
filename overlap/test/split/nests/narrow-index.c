// SPDX-License-Identifier: Apache-2.0
// An index that may wrap around by the program's own will: then its loops have no iterations that the library could cut.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void sweep(double *restrict u, double *restrict v, int nx, int ny, int left) {
  MPI_Recv(u, ny, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++) v[i * ny + j] = u[(unsigned char)(i * 3 + j)];
}
// CHECK: @bamboo.nest.sweep = {{.*}} [i64 2, i64 2, i64 2, i64 0], [3 x i64] [i64 1, i64 0, i64 0],
// CHECK: call ptr @bamboo_split_begin
// CHECK: call i64 @llvm.smax.i64
// CHECK: icmp slt i64 {{.*}}, 257
// CHECK: %[[COUNT:.*]] = select i1 {{.*}}, i64 0
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe(ptr {{.*}}, ptr {{.*}}@bamboo.nest.sweep, i64 %[[COUNT]],
