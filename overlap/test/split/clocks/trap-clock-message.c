// SPDX-License-Identifier: Apache-2.0
// Another rank gets to know how long the sweep took, and may decide by that.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

double MPI_Wtime(void);

void sweep(double *u, double *v, int n, int left) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  double received = MPI_Wtime();
  // REMARK: trap-clock-message.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: it reads a clock, and the time may decide what the program does
  for (int i = 1; i <= n; ++i) v[i] = 2 * u[i - 1];
  double seconds = MPI_Wtime() - received;
  MPI_Send(&seconds, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD);
}
// CHECK-NOT: bamboo_split
