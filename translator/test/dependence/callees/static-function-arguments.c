// SPDX-License-Identifier: Apache-2.0
// All calls of a static function are visible.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
static void f(double *p, double *q, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(p, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(q, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
void g(int n) { f(a, b, n); }
// CHECK: remark: send block moved before the receive block of line {{[0-9]+}} [bamboo:send-moved]
// CHECK-NOT: warning:
