// SPDX-License-Identifier: Apache-2.0
// An unknown call in between.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
void work(void);
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    work();
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: calls a function whose body is not visible [bamboo:move-prevented-unknown]
