// SPDX-License-Identifier: Apache-2.0
// A function that writes another member.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
struct Count { int got, other; };
static void unpack(const double *x, struct Count *c) { c->got = (int)x[0]; }
void f(double *restrict s, double *restrict r, int n) {
  struct Count g = {0, n};
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); unpack(r, &g); }
    #pragma bamboo send
    MPI_Send(s, g.other, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK-NOT: error:
// CHECK: warning: this send block reads 'g.other', which may be written by 'unpack'
// CHECK-NOT: error:
