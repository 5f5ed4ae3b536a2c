// SPDX-License-Identifier: Apache-2.0
// A copy reads its original.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
struct Grid {
  double d[8];
};
Grid g;
void f(double *__restrict s, double *__restrict r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); g.d[0] = r[0]; }
    #pragma bamboo send
    { Grid t = g; MPI_Send(t.d, 8, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
  }
}
// CHECK: error: this send block reads 'g', but the receive block before it writes 'g.d[0]' [bamboo:send-depends-on-receive]
