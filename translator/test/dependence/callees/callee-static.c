// SPDX-License-Identifier: Apache-2.0
// A function that always writes a variable.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
static int got;
static void unpack(const double *x) { got = (int)x[0]; }
void f(double *restrict s, double *restrict r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); unpack(r); }
    #pragma bamboo send
    MPI_Send(s, got, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: this send block reads 'got', but the receive block before it writes 'got' [bamboo:send-depends-on-receive]
// CHECK: note: the receive block writes 'got' here
// CHECK: :6:{{[0-9]+}}: note: in the function, 'got' is written here
// CHECK: note: move the send into this receive block
