// SPDX-License-Identifier: Apache-2.0
// One array of persistent requests of both kinds: each is waited for somewhere.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck --allow-empty %s
#include <mpi.h>
double in[8], out[8];
MPI_Request both[2];
void prepare(int n) {
  MPI_Send_init(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &both[0]);
  MPI_Recv_init(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &both[1]);
}
void f(void) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { MPI_Start(&both[0]); MPI_Wait(&both[0], MPI_STATUS_IGNORE); }
    #pragma bamboo receive
    { MPI_Start(&both[1]); MPI_Wait(&both[1], MPI_STATUS_IGNORE); }
  }
}
// CHECK-NOT: {{.}}
