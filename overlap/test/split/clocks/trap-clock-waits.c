// SPDX-License-Identifier: Apache-2.0
// The program waits until some time is over: what runs before that decides when the loop ends.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

double MPI_Wtime(void);

void sweep(double *u, double *v, int n, int left) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: the completion goes no further down than line [[@LINE+1]]: the call of 'MPI_Wtime': it reads a clock, and the time may decide what the program does
  for (double end = MPI_Wtime() + 0.1; MPI_Wtime() < end;) {
  }
  for (int i = 1; i <= n; ++i) v[i] = 2 * u[i - 1];
}
// CHECK-NOT: bamboo_split
