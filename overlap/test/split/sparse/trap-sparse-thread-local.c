// SPDX-License-Identifier: Apache-2.0
// The columns are each thread's own: the reports do not show the library that another thread's are meant.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

static __thread int column[1000];

void set(int i, int to) {
  column[i] = to;
}

void multiply(int n, const int *begin, const double *value, double *x, double *y, int left) {
  MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-sparse-thread-local.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j) sum += value[j] * x[column[j]];
    y[i] = sum;
  }
}
// CHECK-LABEL: @multiply
// CHECK-NOT: @bamboo_split_chunk
