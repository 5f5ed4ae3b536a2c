// SPDX-License-Identifier: Apache-2.0
// The index of the completed request is known only behind the wait.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *restrict s, double *restrict r, int n) {
  int which;
  MPI_Request q[2];
  MPI_Irecv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Irecv(r + n, n, MPI_DOUBLE, 2, 0, MPI_COMM_WORLD, &q[1]);
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Waitany(2, q, &which, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, which, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: this send block reads 'which', but the receive block before it writes 'which' [bamboo:send-depends-on-receive]
// CHECK: note: the receive block writes 'which' here
// CHECK: note: move the send into this receive block
