// SPDX-License-Identifier: Apache-2.0
// A default label in a block is refused, too.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  #pragma bamboo olap
  {
    switch (n) {
      case 1:
        #pragma bamboo send
        {
          n = 2;
          default: MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
        }
    }
    #pragma bamboo receive
    MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: 'switch' jumps into the middle of the send block of line 11 [bamboo:jump-into]
