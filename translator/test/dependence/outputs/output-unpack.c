// SPDX-License-Identifier: Apache-2.0
// MPI_Unpack writes its output.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *restrict s, double *restrict r, int n) {
  int at = 0;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); MPI_Unpack(r, n, &at, s, n, MPI_DOUBLE, MPI_COMM_WORLD); }
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: this send block sends 's', but the receive block before it writes 's' [bamboo:send-depends-on-receive]
// CHECK: note: the receive block writes 's' here
// CHECK: note: move the send into this receive block
