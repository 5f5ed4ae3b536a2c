// SPDX-License-Identifier: Apache-2.0
// The result of a call, kept for a check only.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
int use(int);
void f(double *restrict s, double *restrict r, int n) {
  int rc = 0;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { rc = MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); if (rc) use(rc); }
    #pragma bamboo send
    { rc = MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
  }
}
// CHECK-NOT: error:
// CHECK-NOT: warning:
// CHECK: remark: send block moved before the receive block of line {{[0-9]+}} [bamboo:send-moved]
// CHECK-NOT: error:
// CHECK-NOT: warning:
