// SPDX-License-Identifier: Apache-2.0
// The condition around a send block needs received data.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8], c[8];
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (a[0] > 0) {
      #pragma bamboo send
      MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    }
  }
}
// CHECK: 12:{{.*}}error: this send block must run before the receive block of line 9, but line 11, which moves with it, reads 'a[0]' [bamboo:move-prevented-around]
// CHECK: 11:{{.*}}note: this prevents it
// CHECK: 11:{{.*}}note: move this statement behind the send block, or make the send part of the receive block
