// SPDX-License-Identifier: Apache-2.0
// Rows of a sparse matrix read through indices: the program goes through them for the addresses that they would read,
// then executes those that read nothing of the message. The end of a row is the beginning of the next one.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void multiply(int n, const int *begin, const int *column, const double *value, double *x, double *y, int left) {
  MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: sparse-rows.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}}; 1 of the loops may be cut, each row by what it reads
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j) sum += value[j] * x[column[j]];
    y[i] = sum;
  }
}
// The values, the columns, by which others are found, and the vector at 8 bytes for each column. Five inputs, by which
// the same rows are found again: number of rows, arrays.
// CHECK: @bamboo.nest.multiply = private constant {{.*}} [i64 2, i64 2, i64 6, i64 5]
// CHECK-SAME: [4 x i64] [i64 5, i64 0, i64 0, i64 0], [4 x i64] [i64 6, i64 0, i64 0, i64 0], [4 x i64] [i64 7, i64 1, i64 0, i64 0] }
// CHECK-LABEL: @multiply
// CHECK: call i32 @MPI_Irecv(
// CHECK: %[[PLAN:[0-9]+]] = call ptr @bamboo_split_begin(
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe(ptr {{[^%]*}}%[[PLAN]], ptr {{.*}}@bamboo.nest.multiply, {{.*}}, i64 8, i64 4, i64 8, i64 %{{[0-9]+}}, i64 8{{(, i64 %[0-9]+){5}[)]}}
// CHECK: call void @bamboo_split_touch(ptr {{[^%]*}}%[[PLAN]],
// CHECK: call i32 @bamboo_split_core(ptr {{[^%]*}}%[[PLAN]])
// CHECK: call i32 @bamboo_split_chunk(ptr {{[^%]*}}%[[PLAN]])
// CHECK: call i32 @MPI_Wait(
// CHECK: call i32 @bamboo_split_run(ptr {{[^%]*}}%[[PLAN]]) #[[EFFECTS:[0-9]+]]
// The program stores the range of addresses that a row accesses, except in the vector. It loads no element.
// CHECK: %[[VALUES:[0-9]+]] = call ptr @bamboo_split_noted(ptr {{[^%]*}}%[[PLAN]], i32 0)
// CHECK: %[[COLUMNS:[0-9]+]] = call ptr @bamboo_split_noted(ptr {{[^%]*}}%[[PLAN]], i32 1)
// CHECK-NOT: load double
// CHECK: store i64 %{{.*}}, ptr %{{[0-9]+}}
// CHECK-NOT: @bamboo_split_row(
// The library reads the columns.
// CHECK: attributes #[[EFFECTS]] = {{.*}} memory(read, inaccessiblemem: readwrite)
