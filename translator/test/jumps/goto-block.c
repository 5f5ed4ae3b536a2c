// SPDX-License-Identifier: Apache-2.0
// A goto inside of a region into one of its blocks is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  #pragma bamboo olap
  {
    if (n == 0) goto inside;
    #pragma bamboo send
    {
      n = 1;
      inside: MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    }
    #pragma bamboo receive
    MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: 'goto inside' jumps into the middle of the send block of line 10 [bamboo:jump-into]
