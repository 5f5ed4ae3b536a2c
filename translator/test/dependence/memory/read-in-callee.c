// SPDX-License-Identifier: Apache-2.0
// A function that the send block calls may read received data.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
static int got;
static void put(const double *s, int n) {
  if (n > 8) n = got;
  MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
}
void f(double *restrict s, double *restrict r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); got = (int)r[0]; }
    #pragma bamboo send
    put(s, n);
  }
}
// CHECK: warning: 'got', which the receive block before this send block writes, may be read by 'put', which this send block calls [-Wbamboo-send-may-use-received]
// CHECK-NOT: error:
