// SPDX-License-Identifier: Apache-2.0
// A wait in between for the request that the send sets again prevents the move.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
void f(int n, MPI_Request sent) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Isend(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &sent);
  }
}
// CHECK: but line 11 communicates outside of the blocks [bamboo:move-prevented-mpi]
