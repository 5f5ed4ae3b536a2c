// SPDX-License-Identifier: Apache-2.0
// The jumps of a lambda stay inside of it.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  auto exchange = [&] {
    if (n == 0) goto inside;
    #pragma bamboo olap
    {
      inside:
    #pragma bamboo send
    MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  };
  exchange();
}
// CHECK: 'goto inside' jumps into the middle of the region of line 9 [bamboo:jump-into]
