// SPDX-License-Identifier: Apache-2.0
// The time is in a result, and what others make of it is not visible.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

double MPI_Wtime(void);

void sweep(double *u, double *v, int n, int left) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  double received = MPI_Wtime();
  // REMARK: trap-clock-result.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: it reads a clock, and the time may decide what the program does
  for (int i = 1; i <= n; ++i) v[i] = 2 * u[i - 1];
  v[0] = MPI_Wtime() - received;
}
// CHECK-NOT: bamboo_split
