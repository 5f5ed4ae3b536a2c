// SPDX-License-Identifier: Apache-2.0
// Waiting for a receive is receiving.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *restrict s, double *restrict r, int n, const int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    MPI_Request rq;
    #pragma bamboo receive
    MPI_Irecv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &rq);
    #pragma bamboo send
    { MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD); MPI_Wait(&rq, MPI_STATUS_IGNORE); }
  }
}
// CHECK: error: 'MPI_Wait' waits for a receive inside of a send block [bamboo:wait-in-send-block]
