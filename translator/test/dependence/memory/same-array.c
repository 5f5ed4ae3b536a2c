// SPDX-License-Identifier: Apache-2.0
// A send of received data is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: this send block sends 'a', but the receive block before it receives into 'a' [bamboo:send-depends-on-receive]
// CHECK: note: the receive block receives into 'a' here
// CHECK: note: move the send into this receive block, behind the receive that it needs
