// SPDX-License-Identifier: Apache-2.0
// The library gets the line of a nest, and the end of its core, only in a program that is measured.
// RUN: %split_c -mllvm -bamboo-measure-windows -g %s | FileCheck %s
// RUN: %split_c -g %s | FileCheck %s --check-prefix=OFF
#include <mpi.h>

void sweep(double *u, double *v, int n, int m, int left) {
  MPI_Recv(u, m, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i <= n; ++i)
    for (int j = 0; j < m; ++j) v[i * m + j] = u[(i - 1) * m + j];
}
// CHECK: @bamboo.split.site = internal global { ptr, i32, i32, i32, ptr } { ptr @bamboo.text{{.*}}, i32 9, i32 0, i32 0, ptr null }
// CHECK: %[[PLAN:[0-9]+]] = {{.*}}call ptr @bamboo_split_begin(ptr {{.*}}@bamboo.split.site)
// CHECK: call i32 @bamboo_split_core(
// CHECK: call void @bamboo_split_core_ends(ptr {{.*}}%[[PLAN]])
// CHECK: call ptr @bamboo_split_rest_plan(
// OFF: @bamboo.split.site = internal global { ptr, i32, i32, i32, ptr } zeroinitializer
// OFF-NOT: bamboo_split_core_ends
