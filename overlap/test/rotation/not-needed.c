// SPDX-License-Identifier: Apache-2.0
// The sweep needs nothing of the exchange, which is hidden behind the sweep in front of it, in each iteration.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

// CHECK-NOT: rotated
// CHECK: not-needed.c:[[@LINE+5]]:5: remark: MPI_Recv became MPI_Irecv with a window of 3 statements (1 loops or branches)
void smooth(double *restrict u, double *restrict v, double *restrict other, int n, int levels, int right) {
  int level = 0;
  do {
    for (int i = 1; i <= n; ++i) v[i] = 0.5 * (u[i - 1] + u[i + 1]) / (1 + u[i] * u[i]);
    MPI_Recv(&other[n + 1], 1000, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } while (++level < levels);
}
// CHECK-NOT: rotated
