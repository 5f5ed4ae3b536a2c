// SPDX-License-Identifier: Apache-2.0
// Every rank has the result of an allreduce.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *restrict s, double *restrict r, int n) {
  double sum;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); MPI_Allreduce(r, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }
    #pragma bamboo send
    MPI_Send(&sum, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: this send block sends '&sum', but the receive block before it writes 'sum' [bamboo:send-depends-on-receive]
// CHECK: note: the receive block writes 'sum' here
// CHECK: note: move the send into this receive block
