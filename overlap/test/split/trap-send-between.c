// SPDX-License-Identifier: Apache-2.0
// A send would start only behind the core, and another rank may wait for it.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void sweep(double *u, double *v, double *other, int n, int left) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD);
  // REMARK: trap-send-between.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: another rank may wait for what is started here
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
// CHECK-NOT: bamboo_split
