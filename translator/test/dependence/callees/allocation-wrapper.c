// SPDX-License-Identifier: Apache-2.0
// Two calls of an allocating function.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <stdlib.h>
static double *make(int n) { double *p = malloc(n * sizeof *p); return p; }
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
void f(int n) {
  double *p = make(8), *q = make(8);
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(p, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(q, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: remark: send block moved before the receive block of line {{[0-9]+}} [bamboo:send-moved]
// CHECK-NOT: warning:
