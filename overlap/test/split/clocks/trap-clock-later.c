// SPDX-License-Identifier: Apache-2.0
// Times are kept in memory, and decide later how the program computes.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

double MPI_Wtime(void);

static double seconds[2];

void sweep(double *u, double *v, int n, int left) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  double received = MPI_Wtime();
  // REMARK: trap-clock-later.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: it reads a clock, and the time may decide what the program does
  for (int i = 1; i <= n; ++i) v[i] = 2 * u[i - 1];
  seconds[n > 1000] += MPI_Wtime() - received;
}

int block(void) {
  return seconds[0] < seconds[1] ? 16 : 32;
}
// CHECK-NOT: bamboo_split
