// SPDX-License-Identifier: Apache-2.0
// A region inside of a block is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    {
      #pragma bamboo olap
      { MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
    }
  }
}
// CHECK: error: 'olap' is inside of a 'receive' block [bamboo:olap-in-block]
