// SPDX-License-Identifier: Apache-2.0
// What is received decides whether the unknown function is called.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void unknown(void);
void sweep(double *u, double *v, int n, int left) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (u[0] > 0) unknown();
  // REMARK: trap-way-received.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]:
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
// CHECK-NOT: bamboo_split
