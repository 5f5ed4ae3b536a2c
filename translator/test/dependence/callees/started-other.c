// SPDX-License-Identifier: Apache-2.0
// Started messages of different buffers are independent.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
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
    {
      MPI_Start(&from);
      MPI_Wait(&from, MPI_STATUS_IGNORE);
    }
    #pragma bamboo send
    MPI_Start(&to);
    MPI_Wait(&to, MPI_STATUS_IGNORE);
  }
}
// CHECK-NOT: {{warning|error}}:
// CHECK: send block moved before the receive block of line 14 [bamboo:send-moved]
// CHECK-NOT: {{warning|error}}:
