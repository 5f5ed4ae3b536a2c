// SPDX-License-Identifier: Apache-2.0
// Buffers that are only swapped remain different.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <stdlib.h>
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
void f(int n) {
  double *p = malloc(64), *q = malloc(64);
  for (int i = 0; i < n; i++) { double *t = p; p = q; q = t; }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(p, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(q, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK-NOT: warning:
// CHECK: remark: send block moved before the receive block of line {{[0-9]+}} [bamboo:send-moved]
// CHECK-NOT: warning:
