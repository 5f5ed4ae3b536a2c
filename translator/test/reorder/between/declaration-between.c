// SPDX-License-Identifier: Apache-2.0
// The send uses a variable that is declared in between.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const int to = 3;
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
  }
}
// CHECK: but uses 'to', which is declared between them in line {{[0-9]+}} [bamboo:move-prevented-declaration]
