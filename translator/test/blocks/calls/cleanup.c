// SPDX-License-Identifier: Apache-2.0
// A function that cleans up behind a variable receives; another one is not visible.
// RUN: not %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
static void get(double **r) { MPI_Recv(*r, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
void give(double **r);
void f(double *restrict s, double *restrict r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { __attribute__((cleanup(get))) double *x = s; MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK-DAG: [[#@LINE-1]]:{{[0-9]+}}: error: 'MPI_Recv' receives inside of a send block [bamboo:receive-in-send-block]
    #pragma bamboo receive
    {
      __attribute__((cleanup(give))) double *x = r;
      // CHECK-DAG: [[#@LINE-1]]:{{[0-9]+}}: remark: the body of 'give' is not visible
      MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}
