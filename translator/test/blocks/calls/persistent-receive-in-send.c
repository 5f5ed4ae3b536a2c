// SPDX-License-Identifier: Apache-2.0
// Starting a receive in a send block.
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
    #pragma bamboo send
    { MPI_Start(&to); MPI_Start(&from); }
    #pragma bamboo receive
    MPI_Wait(&from, MPI_STATUS_IGNORE);
  }
}
// CHECK: persistent-receive-in-send.c:15:23: error: 'MPI_Start' receives inside of a send block [bamboo:receive-in-send-block]
