// SPDX-License-Identifier: Apache-2.0
// A statement beside the send block, in the same branch, uses received data.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8], c[8];
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (n > 0) {
      c[0] = a[0];
      #pragma bamboo send
      MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    }
  }
}
// CHECK: 13:{{.*}}error: {{.*}}but line 12, which moves with it, reads 'a[0]' [bamboo:move-prevented-around]
