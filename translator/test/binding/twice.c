// SPDX-License-Identifier: Apache-2.0
// One statement cannot be two blocks.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    #pragma bamboo receive
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: 'receive' and 'send' precede the same statement [bamboo:directive-twice]
