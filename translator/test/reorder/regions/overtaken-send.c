// SPDX-License-Identifier: Apache-2.0
// Send blocks keep their order: none overtakes one that must stay in its loop.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8], c[8];
void f(int n) {
  #pragma bamboo olap
  {
    for (int i = 0; i < n; i++) {
      #pragma bamboo receive
      MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      #pragma bamboo send
      MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    }
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: 15:{{.*}}error: this send block must run before the receive block of line 10, but would overtake the send block of line 12 [bamboo:move-prevented-send]
