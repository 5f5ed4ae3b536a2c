// SPDX-License-Identifier: Apache-2.0
// Backwards into a receive block.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    {
      again: MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (b[0] < 1) goto again;
  }
}
// CHECK: 'goto again' jumps into the middle of the receive block of line 11 [bamboo:jump-into]
