// SPDX-License-Identifier: Apache-2.0
// A message may still write the values that an index leads to. If a branch of the row, another index, or a divisor
// depends on such a value, the program asks the library before it reads the value. If the library refuses, the program
// takes this row and all further ones into the rest.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

// CHECK-LABEL: @ways
// CHECK: call i32 @bamboo_split_chunk(
// CHECK: %[[WAY:[0-9]+]] = {{.*}}call i32 @bamboo_split_readable(ptr {{[^%]*}}%{{[0-9]+}}, i64 %{{[0-9]+}}, i64 %{{[0-9]+}}, i64 4)
// CHECK: icmp eq i32 %[[WAY]], 0
// CHECK-NOT: call i32 @bamboo_split_readable(
void ways(int n, const int *begin, const int *column, double *x, double *y, int left) {
  MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: sparse-index-levels.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}}; 1 of the loops may be cut, each row by what it reads
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j)
      if (column[j] >= 0) sum += x[column[j]] / sum;
    y[i] = sum;
  }
}

// The index of an element is not checked, only that of the place.
// CHECK-LABEL: @indices
// CHECK: %[[PLACE:[0-9]+]] = {{.*}}call i32 @bamboo_split_readable(
// CHECK: icmp eq i32 %[[PLACE]], 0
// CHECK-NOT: call i32 @bamboo_split_readable(
void indices(int n, const int *begin, const int *column, const int *place, double *x, double *y, int left) {
  MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: sparse-index-levels.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j) sum += x[place[column[j]]];
    y[i] = sum;
  }
}

// CHECK-LABEL: @period
// CHECK: %[[PERIOD:[0-9]+]] = {{.*}}call i32 @bamboo_split_readable(
// CHECK: icmp eq i32 %[[PERIOD]], 0
// CHECK-NOT: call i32 @bamboo_split_readable(
void period(int n, const int *where, const int *period, double *x, double *y, int left) {
  MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: sparse-index-levels.c:[[@LINE+1]]:3: remark: a nest of 1 loops was split
  for (int i = 0; i < n; ++i) y[i] = x[i % period[where[i]]];
}

// Each element of a list is found by the one before.
// CHECK-LABEL: @list
// CHECK: call i32 @bamboo_split_readable(
void list(int n, const int *next, double *x, double *y, int left) {
  MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: sparse-index-levels.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int at = i, count = 0; at >= 0 && count < 9; at = next[at], ++count) sum += x[at];
    y[i] = sum;
  }
}
