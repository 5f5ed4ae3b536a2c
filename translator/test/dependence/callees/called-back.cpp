// SPDX-License-Identifier: Apache-2.0
// A function that the library calls back may write a variable.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <algorithm>
static int got;
static void note(double x) { got = (int)x; }
void f(double *__restrict s, double *__restrict r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); std::for_each(r, r + n, note); }
    #pragma bamboo send
    MPI_Send(s, got, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: warning: this send block reads 'got', which may be written by 'for_each', which the receive block before it calls [-Wbamboo-send-may-need-receive]
// CHECK-NOT: error:
