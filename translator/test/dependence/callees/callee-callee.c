// SPDX-License-Identifier: Apache-2.0
// An access through two functions and a member is found.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
struct Count { int got, other; };
static void fill(const double *x, struct Count *c) { c->got = (int)x[0]; }
static void unpack(const double *x, struct Count *c) { fill(x, c); }
void f(double *restrict s, double *restrict r, int n) {
  struct Count g;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); unpack(r, &g); }
    #pragma bamboo send
    MPI_Send(s, g.got, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: this send block reads 'g.got', but the receive block before it writes 'g' [bamboo:send-depends-on-receive]
// CHECK: note: the receive block writes 'g' here
// CHECK: note: move the send into this receive block
