// SPDX-License-Identifier: Apache-2.0
// A copy of a pointer may point to the received buffer.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <stdlib.h>
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
void f(int n) {
  double *p = malloc(64), *q = p;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(p, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(q, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: warning: cannot show that 'q'
