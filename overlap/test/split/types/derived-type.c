// SPDX-License-Identifier: Apache-2.0
// How much memory a message of a derived type spans only MPI knows, which the program asks when it runs.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void sweep(double *u, double *v, int n, int m, int left, MPI_Datatype column) {
  MPI_Recv(u, 1, column, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: derived-type.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: iterations that need nothing of what is received run before 1 completions; 2 of the loops may be cut
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j) v[i * m + j] = u[i * m + j - 1];
}
// CHECK: call i32 @MPI_Irecv(ptr %0, i32 1, ptr %[[COLUMN:[0-9]+]],
// CHECK: %[[PLAN:[0-9]+]] = {{.*}}call ptr @bamboo_split_begin
// CHECK: call void @bamboo_split_message(ptr {{[^%]*}}%[[PLAN]], i32 0, i64 {{.*}}, i64 1, i32 1, ptr {{[^%]*}}%[[COLUMN]])
// CHECK: call i32 @bamboo_split_core(ptr {{[^%]*}}%[[PLAN]])
// CHECK: call i32 @MPI_Wait
// CHECK: call ptr @bamboo_split_rest_plan(ptr {{[^%]*}}%[[PLAN]], i32 0)
