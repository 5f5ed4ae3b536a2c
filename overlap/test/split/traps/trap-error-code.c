// SPDX-License-Identifier: Apache-2.0
// The program looks at the error of the receive before it computes.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

int sweep(double *u, double *v, int n, int left) {
  if (MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) != 0) return 1;
  // REMARK: trap-error-code.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+1]]: what is computed behind it depends on the way through it
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
  return 0;
}
// CHECK-NOT: bamboo_split
