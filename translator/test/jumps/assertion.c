// SPDX-License-Identifier: Apache-2.0
// An assertion leaves only a program that has failed.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <assert.h>
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(n > 0);
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: remark: send block moved before the receive block of line 10 [bamboo:send-moved]
