// SPDX-License-Identifier: Apache-2.0
// A goto from outside into a region is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  if (n == 0) goto inside;
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    inside: n = 1;
  }
}
// CHECK: goto-region.c:7:15: error: 'goto inside' jumps into the middle of the region of line 8 [bamboo:jump-into]
// CHECK: goto-region.c:14:5: note: it jumps to here
// CHECK: goto-region.c:8:18: note: jump to a label before this directive, or keep both ends of the jump inside of the statement behind it
