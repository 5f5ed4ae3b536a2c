// SPDX-License-Identifier: Apache-2.0
// A receive that is started between the blocks prevents the move.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double in[8], out[8];
MPI_Request to, from;
void prepare(int n) {
  MPI_Send_init(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &to);
  MPI_Recv_init(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &from);
}
double other[8];
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(other, n, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Start(&from);
    #pragma bamboo send
    MPI_Start(&to);
  }
}
// CHECK: line 17 communicates outside of the blocks [bamboo:move-prevented-mpi]
