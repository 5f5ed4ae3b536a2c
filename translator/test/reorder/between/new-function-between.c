// SPDX-License-Identifier: Apache-2.0
// A function of MPI that this version does not know may wait for other ranks, whatever its name is.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
int MPI_Comm_set_colour(MPI_Comm comm, int colour);
double a[8], b[8];
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_set_colour(MPI_COMM_WORLD, n);
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: communicates outside of the blocks [bamboo:move-prevented-mpi]
