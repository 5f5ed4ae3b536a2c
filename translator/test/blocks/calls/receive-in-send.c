// SPDX-License-Identifier: Apache-2.0
// A receive inside of a send block.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD); MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
  }
}
// CHECK: error: 'MPI_Recv' receives inside of a send block [bamboo:receive-in-send-block]
