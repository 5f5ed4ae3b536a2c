// SPDX-License-Identifier: Apache-2.0
// A call beside the receive block, in the same branch, may do anything.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void unseen(void);
double a[8], b[8], c[8];
void f(int n) {
  #pragma bamboo olap
  {
    if (n > 0) {
      unseen();
      #pragma bamboo receive
      MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: 15:{{.*}}error: {{.*}}the receive block of line 12, but line 11 calls a function whose body is not visible
