// SPDX-License-Identifier: Apache-2.0
// A one-sided operation in between is no question to the library, though its name begins like one.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8], c[8];
void f(int n, MPI_Win win) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Get_accumulate(b, n, MPI_DOUBLE, c, n, MPI_DOUBLE, 1, 0, n, MPI_DOUBLE, MPI_SUM, win);
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: communicates outside of the blocks [bamboo:move-prevented-mpi]
