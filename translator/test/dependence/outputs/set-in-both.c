// SPDX-License-Identifier: Apache-2.0
// A variable that each block sets itself carries no data between them.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
int use(int);
void f(double *restrict s, double *restrict r, int n) {
  int me;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Comm_rank(MPI_COMM_WORLD, &me); MPI_Recv(r, n, MPI_DOUBLE, me + 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
    #pragma bamboo send
    { MPI_Comm_rank(MPI_COMM_WORLD, &me); MPI_Send(s, n, MPI_DOUBLE, me - 1, 0, MPI_COMM_WORLD); }
  }
}
// CHECK-NOT: error:
// CHECK-NOT: warning:
// CHECK: remark: send block moved before the receive block of line {{[0-9]+}} [bamboo:send-moved]
// CHECK-NOT: error:
// CHECK-NOT: warning:
