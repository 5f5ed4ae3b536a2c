// SPDX-License-Identifier: Apache-2.0
// A receive writes its status.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *restrict s, double *restrict r, int n) {
  MPI_Status st;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &st);
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, st.MPI_SOURCE, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: this send block reads 'st.MPI_SOURCE', but the receive block before it writes 'st' [bamboo:send-depends-on-receive]
// CHECK: note: the receive block writes 'st' here
// CHECK: note: move the send into this receive block
