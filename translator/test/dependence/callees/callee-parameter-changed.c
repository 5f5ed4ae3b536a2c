// SPDX-License-Identifier: Apache-2.0
// A parameter that is changed no longer points to the caller's argument.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
static int spare;
static void unpack(const double *x, int *out) {
  if (x[0] > 0) out = &spare;
  *out = (int)x[0];
}
void f(double *restrict s, double *restrict r, int n) {
  int got = n;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); unpack(r, &got); }
    #pragma bamboo send
    MPI_Send(s, got, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: warning: this send block reads 'got', which may be written by 'unpack', which the receive block before it calls [-Wbamboo-send-may-need-receive]
// CHECK-NOT: error:
