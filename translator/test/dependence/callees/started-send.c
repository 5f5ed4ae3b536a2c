// SPDX-License-Identifier: Apache-2.0
// A started send reads the buffer that it was made with.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double in[8], out[8];
MPI_Request to, from;
void prepare(int n) {
  MPI_Send_init(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &to);
  MPI_Recv_init(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &from);
}
void f(void) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    {
      MPI_Start(&from);
      MPI_Wait(&from, MPI_STATUS_IGNORE);
    }
    #pragma bamboo send
    MPI_Start(&to);
    MPI_Wait(&to, MPI_STATUS_IGNORE);
  }
}
// CHECK: started-send.c:20:5: error: this send block sends 'in', but the receive block before it receives into 'in' [bamboo:send-depends-on-receive]
// CHECK: started-send.c:16:7: note: the receive block receives into 'in' here
