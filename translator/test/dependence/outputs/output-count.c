// SPDX-License-Identifier: Apache-2.0
// An MPI function writes its output arguments.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *restrict s, double *restrict r, int n) {
  MPI_Status st;
  int k;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &st); MPI_Get_count(&st, MPI_DOUBLE, &k); }
    #pragma bamboo send
    MPI_Send(s, k, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: this send block reads 'k', but the receive block before it writes 'k' [bamboo:send-depends-on-receive]
// CHECK: note: the receive block writes 'k' here
// CHECK: note: move the send into this receive block
