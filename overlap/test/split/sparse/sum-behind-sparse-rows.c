// SPDX-License-Identifier: Apache-2.0
// The product of a sparse matrix and a vector, and that of the result and another vector in one loop.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

double multiply(int n, const int *begin, const int *column, const double *value, double *x, double *y,
                const double *restrict z, int left) {
  double dot = 0;
  MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: sum-behind-sparse-rows.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}}, each row by what it reads; what is used behind it is computed again
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j) sum += value[j] * x[column[j]];
    y[i] = sum;
    dot += sum * z[i];
  }
  return dot;
}
// CHECK: @bamboo.nest.multiply = {{.*}} [4 x i64] [i64 7, i64 1, i64 0, i64 0], [5 x i64] [i64 4, i64 0, i64 0, i64 1, i64 0] }
// CHECK: %[[PLAN:[0-9]+]] = call ptr @bamboo_split_begin(
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe(ptr {{[^%]*}}%[[PLAN]], ptr {{.*}}@bamboo.nest.multiply, {{.*}}, i64 8, i64 %{{[0-9]+}}, i64 8, i64 8, i64 %{{[0-9]+}}, i64 8{{(, i64 %[0-9]+)+}})
// CHECK: call i32 @bamboo_split_chunk(
// CHECK: call i32 @bamboo_split_results(
