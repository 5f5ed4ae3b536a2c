// SPDX-License-Identifier: Apache-2.0
// A sum over all iterations would be added up in another order.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

double sweep(double *u, double *v, int n, int left) {
  double sum = 0;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-sum-across.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+3]]: its result is used behind it, so its order counts
  for (int i = 1; i <= n; ++i) {
    v[i] = u[i - 1];
    sum += v[i];
  }
  return sum;
}
// CHECK-NOT: bamboo_split
