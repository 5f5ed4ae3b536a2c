// SPDX-License-Identifier: Apache-2.0
// A call that does not return skips the send, also one in a called function.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
double a[8], b[8];
static void give_up(void) { exit(3); }
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (n > 100) exit(3);
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); if (a[0] < 0) give_up(); }
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: this send block must run before the receive block of line 11, but line 13 may leave before it is reached [bamboo:move-prevented-jump]
// CHECK: error: this send block must run before the receive block of line 19, but line 20 may leave before it is reached [bamboo:move-prevented-jump]
