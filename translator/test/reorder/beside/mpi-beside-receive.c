// SPDX-License-Identifier: Apache-2.0
// Communication beside the receive block, in the same branch, keeps its order.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8], c[8];
void f(int n) {
  #pragma bamboo olap
  {
    if (n > 0) {
      MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
      #pragma bamboo receive
      MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: 14:{{.*}}error: {{.*}}the receive block of line 11, but line 10 communicates outside of the blocks
