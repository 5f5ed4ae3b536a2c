// SPDX-License-Identifier: Apache-2.0
// The loop may end early, and what it has done by then counts.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void sweep(double *u, double *v, int n, int left) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-early-end.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+1]]: its number of iterations, or a variable that changes in it, is not linear
  for (int i = 1; i <= n; ++i) {
    if (u[i] < 0) break;
    v[i] = u[i - 1];
  }
}
// CHECK-NOT: bamboo_split
