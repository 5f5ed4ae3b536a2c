// SPDX-License-Identifier: Apache-2.0
// Rows that read through indices do not run in pieces: the send would start behind all that need no message.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void multiply(double* restrict x, double* restrict y, const double* restrict value,
              const int* restrict begin, const int* restrict column, int n, int left) {
  MPI_Recv(x + n, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(x + n, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD);
  // REMARK: trap-staged-rows.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: another rank may wait for what is started here
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j) sum += value[j] * x[column[j]];
    y[i] = sum;
  }
}
// CHECK-NOT: bamboo_split_
