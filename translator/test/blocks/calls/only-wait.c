// SPDX-License-Identifier: Apache-2.0
// A wait for all in a send block is refused: if moved, it would precede the receive, which has no other wait.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double in[8], out[8];
void f(int n) {
  MPI_Request both[2];
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Irecv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &both[0]);
    #pragma bamboo send
    { MPI_Isend(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &both[1]); MPI_Waitall(2, both, MPI_STATUSES_IGNORE); }
  }
}
// CHECK: :13:70: error: 'MPI_Waitall' waits for a receive inside of a send block [bamboo:wait-in-send-block]
// CHECK: :11:5: note: no other wait is for the request of this receive
