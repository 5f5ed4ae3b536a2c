// SPDX-License-Identifier: Apache-2.0
// The path with the unknown function is that of the message: without it nothing is waited for.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void unknown(void);
void sweep(double *u, double *v, int n, int left) {
  if (left >= 0) {
    MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    unknown();
  }
  // REMARK: trap-way-of-message.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-2]]: its body is not visible
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
// CHECK-NOT: bamboo_split
