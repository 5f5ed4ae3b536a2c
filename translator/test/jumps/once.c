// SPDX-License-Identifier: Apache-2.0
// One message for a jump into a block from outside of its region: that of the region.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  if (n == 0) goto inside;
  #pragma bamboo olap
  {
    #pragma bamboo send
    { inside: MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    #pragma bamboo receive
    MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: the region of line 8 [bamboo:jump-into]
// CHECK-NOT: error:
