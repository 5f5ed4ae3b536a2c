// SPDX-License-Identifier: Apache-2.0
// A function that may return before it writes.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
static int got;
static void unpack(const double *x) {
  if (x[0] < 0) return;
  got = (int)x[0];
}
void f(double *restrict s, double *restrict r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); unpack(r); }
    #pragma bamboo send
    MPI_Send(s, got, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: warning: this send block reads 'got', which may be written by 'unpack', which the receive block before it calls [-Wbamboo-send-may-need-receive]
// CHECK-NOT: error:
