// SPDX-License-Identifier: Apache-2.0
// Where an element's address is a constant multiple of an index of 32 or 64 bits, the library looks at the indices; else
// the program computes each address.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

#define PRODUCT(NAME, INDEX, PLACE)                                                                                   \
  void NAME(int n, const int *begin, const INDEX *column, const double *value, double *x, double *y, int left,        \
            long step) {                                                                                              \
    MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);                                     \
    for (int i = 0; i < n; ++i) {                                                                                     \
      double sum = 0;                                                                                                 \
      for (int j = begin[i]; j < begin[i + 1]; ++j) sum += value[j] * PLACE;                                          \
      y[i] = sum;                                                                                                     \
    }                                                                                                                 \
  }

// CHECK-LABEL: @of_unsigned
// CHECK: call void @bamboo_split_gather({{.*}}, i64 8, i32 1, i32 1, i64 %{{.*}}, i64 8)
PRODUCT(of_unsigned, unsigned, x[column[j]])
// CHECK-LABEL: @of_long
// CHECK: call void @bamboo_split_gather({{.*}}, i64 8, i32 1, i32 2, i64 %{{.*}}, i64 8)
PRODUCT(of_long, long, x[column[j]])
// Columns are counted from 1 on.
// CHECK-LABEL: @from_one
// CHECK: call void @bamboo_split_gather({{.*}}, i64 8, i32 1, i32 0, i64 %{{.*}}, i64 8)
PRODUCT(from_one, int, x[column[j] - 1])
// CHECK-LABEL: @of_blocks
// CHECK: call void @bamboo_split_gather({{.*}}, i64 8, i32 1, i32 0, i64 %{{.*}}, i64 24)
PRODUCT(of_blocks, int, x[3 * (long)column[j] + 2])
// CHECK-LABEL: @backwards
// CHECK: call void @bamboo_split_gather({{.*}}, i64 8, i32 1, i32 0, i64 %{{.*}}, i64 -8)
PRODUCT(backwards, int, x[100 - (long)column[j]])

// CHECK-LABEL: @of_short
// CHECK-NOT: @bamboo_split_gather
// CHECK: call ptr @bamboo_split_noted({{.*}}, i32 2)
PRODUCT(of_short, short, x[column[j]])
// CHECK-LABEL: @of_steps
// CHECK-NOT: @bamboo_split_gather
// CHECK: call ptr @bamboo_split_noted({{.*}}, i32 2)
PRODUCT(of_steps, int, x[step * column[j]])
// CHECK-LABEL: @of_squares
// CHECK-NOT: @bamboo_split_gather
// CHECK: call ptr @bamboo_split_noted({{.*}}, i32 2)
PRODUCT(of_squares, long, x[column[j] * column[j]])
// It may wrap around.
// CHECK-LABEL: @of_narrow_sums
// CHECK-NOT: @bamboo_split_gather
// CHECK: call ptr @bamboo_split_noted({{.*}}, i32 2)
PRODUCT(of_narrow_sums, unsigned, x[column[j] + 7])
// Not one behind the other.
// CHECK-LABEL: @of_each_other
// CHECK-NOT: @bamboo_split_gather
// CHECK: call ptr @bamboo_split_noted({{.*}}, i32 2)
PRODUCT(of_each_other, int, x[column[2 * (long)j]])
// CHECK: declare
