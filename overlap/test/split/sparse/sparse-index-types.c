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

// The last access of each is gathered (7), by indices of type 0, 1 or 2, or noted (5).
// CHECK: @bamboo.nest.of_unsigned = {{.*}} [4 x i64] [i64 7, i64 1, i64 1, i64 0] }
// CHECK: @bamboo.nest.of_long = {{.*}} [4 x i64] [i64 7, i64 1, i64 2, i64 0] }
// CHECK: @bamboo.nest.from_one = {{.*}} [4 x i64] [i64 7, i64 1, i64 0, i64 0] }
// CHECK: @bamboo.nest.of_blocks = {{.*}} [4 x i64] [i64 7, i64 1, i64 0, i64 0] }
// CHECK: @bamboo.nest.backwards = {{.*}} [4 x i64] [i64 7, i64 1, i64 0, i64 0] }
// CHECK: @bamboo.nest.of_short = {{.*}} [4 x i64] [i64 5, i64 0, i64 0, i64 0] }
// CHECK: @bamboo.nest.of_steps = {{.*}} [4 x i64] [i64 5, i64 0, i64 0, i64 0] }
// CHECK: @bamboo.nest.of_squares = {{.*}} [4 x i64] [i64 5, i64 0, i64 0, i64 0] }
// CHECK: @bamboo.nest.of_narrow_sums = {{.*}} [4 x i64] [i64 5, i64 0, i64 0, i64 0] }
// CHECK: @bamboo.nest.of_each_other = {{.*}} [4 x i64] [i64 5, i64 0, i64 0, i64 0] }
// CHECK-LABEL: @of_unsigned
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe({{.*}}, i64 8, i64 %{{[0-9]+}}, i64 8{{(, i64 %[0-9]+)+}})
PRODUCT(of_unsigned, unsigned, x[column[j]])
// CHECK-LABEL: @of_long
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe({{.*}}, i64 8, i64 %{{[0-9]+}}, i64 8{{(, i64 %[0-9]+)+}})
PRODUCT(of_long, long, x[column[j]])
// Columns are counted from 1 on.
// CHECK-LABEL: @from_one
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe({{.*}}, i64 8, i64 %{{[0-9]+}}, i64 8{{(, i64 %[0-9]+)+}})
PRODUCT(from_one, int, x[column[j] - 1])
// CHECK-LABEL: @of_blocks
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe({{.*}}, i64 8, i64 %{{[0-9]+}}, i64 24{{(, i64 %[0-9]+)+}})
PRODUCT(of_blocks, int, x[3 * (long)column[j] + 2])
// CHECK-LABEL: @backwards
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe({{.*}}, i64 8, i64 %{{[0-9]+}}, i64 -8{{(, i64 %[0-9]+)+}})
PRODUCT(backwards, int, x[100 - (long)column[j]])

// CHECK-LABEL: @of_short
// CHECK: call ptr @bamboo_split_noted({{.*}}, i32 2)
PRODUCT(of_short, short, x[column[j]])
// CHECK-LABEL: @of_steps
// CHECK: call ptr @bamboo_split_noted({{.*}}, i32 2)
PRODUCT(of_steps, int, x[step * column[j]])
// CHECK-LABEL: @of_squares
// CHECK: call ptr @bamboo_split_noted({{.*}}, i32 2)
PRODUCT(of_squares, long, x[column[j] * column[j]])
// It may wrap around.
// CHECK-LABEL: @of_narrow_sums
// CHECK: call ptr @bamboo_split_noted({{.*}}, i32 2)
PRODUCT(of_narrow_sums, unsigned, x[column[j] + 7])
// Not one behind the other.
// CHECK-LABEL: @of_each_other
// CHECK: call ptr @bamboo_split_noted({{.*}}, i32 2)
PRODUCT(of_each_other, int, x[column[2 * (long)j]])
// CHECK: declare
