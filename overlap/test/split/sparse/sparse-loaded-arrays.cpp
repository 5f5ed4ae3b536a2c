// SPDX-License-Identifier: Apache-2.0
// The nest itself loads the addresses of its arrays, in front of its rows: these loads are needed
// where rows are gone through. What a row adds to is not.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

struct Matrix {
  int n;
  int** column;
  double** value;
  char* length;
};

void multiply(const Matrix& a, double* x, double* y, int left) {
  MPI_Recv(x + a.n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  const int n = a.n;
  for (int i = 0; i < n; i++) {
    double sum = y[i];
    const double* value = a.value[i];
    const int* column = a.column[i];
    for (int j = 0; j < a.length[i]; j++) sum += value[j] * x[column[j]];
    y[i] = sum;
  }
}
// CHECK: @bamboo.nest._Z8multiply
// CHECK-SAME: [i64 1, i64 0, i64 0, i64 1, i64 0], [5 x i64] [i64 0,
// CHECK-NOT: [i64 1, i64 0, i64 0, i64 1, i64 0]
// CHECK-LABEL: @_Z8multiply
// CHECK: %[[PLAN:[0-9]+]] = call ptr @bamboo_split_begin(
// CHECK: call void {{.*}} @bamboo_split_describe(ptr {{[^%]*}}%[[PLAN]], {{.*}}._Z8multiply
// CHECK: call i32 @MPI_Wait(
