// SPDX-License-Identifier: Apache-2.0
// How much memory a derived type spans is not known.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

extern MPI_Datatype column;
void sweep(double *u, double *v, int n, int left) {
  MPI_Recv(u, 1, column, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-derived-type.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: the receive buffer has no known bounds
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
// CHECK-NOT: bamboo_split
