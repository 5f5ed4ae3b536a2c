// SPDX-License-Identifier: Apache-2.0
// Both blocks use the same member.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
void f(struct G *g, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(g->in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(g->in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: this send block sends 'g->in'
