// SPDX-License-Identifier: Apache-2.0
// A variable that the receive block computes.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
void f(int n) {
  int to = 0;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); to = 2; }
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: this send block reads 'to', but the receive block before it writes 'to'
