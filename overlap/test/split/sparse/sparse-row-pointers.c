// SPDX-License-Identifier: Apache-2.0
// Each row has arrays of its own, with indices of 64 bits.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void multiply(int n, float *const *value, long *const *column, const char *count, float *x, float *y, int left) {
  MPI_Recv(x + n, 100, MPI_FLOAT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: sparse-row-pointers.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}}, each row by what it reads
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int j = 0; j < count[i]; ++j) sum += value[i][j] * x[column[i][j]];
    y[i] = sum;
  }
}
