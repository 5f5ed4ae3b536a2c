// SPDX-License-Identifier: Apache-2.0
// Where a vector begins is computed by the nest itself, in front of its rows: once for the library, once for the rows
// that run before the messages.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

extern double *vector;
extern struct {
  double *x;
  long first;
  int narrow;
} part;

#define PRODUCT(NAME, BASES, PLACE)                                                                                    \
  void NAME(double *restrict y, int left, double *restrict b, int n, const int *restrict begin,                        \
            const int *restrict column, const double *restrict value, long first, long last) {                         \
    MPI_Recv(b + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);                                      \
    if (n > 0) {                                                                                                       \
      BASES;                                                                                                           \
      for (int i = 0; i < n; ++i) {                                                                                    \
        double sum = 0;                                                                                                \
        for (int j = begin[i]; j < begin[i + 1]; ++j) sum += value[j] * PLACE;                                         \
        y[i] = sum;                                                                                                    \
      }                                                                                                                \
    }                                                                                                                  \
  }

// The last access of each is gathered (7), by indices of type 0, 1 or 2.
// CHECK: @bamboo.nest.of_global = {{.*}} [4 x i64] [i64 7, i64 1, i64 0, i64 0] }
// CHECK: @bamboo.nest.of_part = {{.*}} [4 x i64] [i64 7, i64 1, i64 0, i64 0] }
// CHECK: @bamboo.nest.of_narrow_product = {{.*}} [4 x i64] [i64 7, i64 1, i64 0, i64 0] }
// CHECK: @bamboo.nest.loaded_for_each = {{.*}} [4 x i64] [i64 7, i64 1, i64 0, i64 0] }
// CHECK: @bamboo.nest.from_quotient = {{.*}} [4 x i64] [i64 7, i64 1, i64 0, i64 0] }
// CHECK: @bamboo.nest.from_lesser = {{.*}} [4 x i64] [i64 7, i64 1, i64 0, i64 0] }
// CHECK-LABEL: @of_global
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe({{.*}}, i64 8, i64 %{{[0-9]+}}, i64 8{{(, i64 %[0-9]+)+}})
PRODUCT(of_global, const double *x = vector, x[column[j]])
// CHECK-LABEL: @of_part
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe({{.*}}, i64 8, i64 %{{[0-9]+}}, i64 8{{(, i64 %[0-9]+)+}})
PRODUCT(of_part, const double *x = part.x; const long from = part.first, x[column[j] - from])
// CHECK-LABEL: @of_narrow_product
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe({{.*}}, i64 8, i64 %{{[0-9]+}}, i64 8{{(, i64 %[0-9]+)+}})
PRODUCT(of_narrow_product, const int from = part.narrow * n, b[(long)column[j] - from])
// CHECK-LABEL: @loaded_for_each
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe({{.*}}, i64 8, i64 %{{[0-9]+}}, i64 8{{(, i64 %[0-9]+)+}})
PRODUCT(loaded_for_each, , part.x[column[j] - part.first])
// CHECK-LABEL: @from_quotient
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe({{.*}}, i64 8, i64 %{{[0-9]+}}, i64 8{{(, i64 %[0-9]+)+}})
PRODUCT(from_quotient, , b[column[j] - first / 3])
// CHECK-LABEL: @from_lesser
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe({{.*}}, i64 8, i64 %{{[0-9]+}}, i64 8{{(, i64 %[0-9]+)+}})
PRODUCT(from_lesser, , b[column[j] - (first < last ? first : last)])
// CHECK: declare
