// SPDX-License-Identifier: Apache-2.0
// A matched message that is received without blocking is a receive.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double in[8], out[8];
typedef struct Message *MPI_Message;
int MPI_Imrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Request *request);
void f(int n, MPI_Message *left, MPI_Message *right) {
  MPI_Request first, second;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Imrecv(in, n, MPI_DOUBLE, left, &first);
    #pragma bamboo send
    { MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); MPI_Imrecv(in, n, MPI_DOUBLE, right, &second); MPI_Wait(&second, MPI_STATUS_IGNORE); }
  }
  MPI_Wait(&first, MPI_STATUS_IGNORE);
}
// CHECK-NOT: :12:{{.*}}block-without-communication
// CHECK: :15:59: error: 'MPI_Imrecv' receives inside of a send block [bamboo:receive-in-send-block]
// CHECK: :15:106: error: 'MPI_Wait' waits for a receive inside of a send block [bamboo:wait-in-send-block]
