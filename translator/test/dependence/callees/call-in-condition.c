// SPDX-License-Identifier: Apache-2.0
// A call that depends on a condition.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
static int got;
static void unpack(const double *x) { got = (int)x[0]; }
void f(double *restrict s, double *restrict r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); if (r[0] > 0) unpack(r); }
    #pragma bamboo send
    MPI_Send(s, got, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: warning: this send block reads 'got', which may be written by 'unpack', which the receive block before it calls [-Wbamboo-send-may-need-receive]
// CHECK-NOT: error:
