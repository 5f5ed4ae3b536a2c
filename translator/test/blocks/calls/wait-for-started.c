// SPDX-License-Identifier: Apache-2.0
// A wait for a persistent receive, which the region starts and does not make.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double in[8], out[8];
MPI_Request to, from;
void prepare(int n) {
  MPI_Send_init(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &to);
  MPI_Recv_init(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &from);
}
void f(void) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Start(&from);
    #pragma bamboo send
    { MPI_Start(&to); MPI_Wait(&from, MPI_STATUS_IGNORE); }
  }
}
// CHECK: :17:23: error: 'MPI_Wait' waits for a receive inside of a send block [bamboo:wait-in-send-block]
