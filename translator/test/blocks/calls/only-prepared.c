// SPDX-License-Identifier: Apache-2.0
// Making a persistent request is neither a send nor a receive.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double in[8], out[8];
MPI_Request to, from;
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send_init(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &to);
    #pragma bamboo receive
    MPI_Recv_init(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &from);
  }
  MPI_Start(&from);
  MPI_Start(&to);
}
// CHECK-NOT: [bamboo:receives-nonblocking]
// CHECK: :10:{{[0-9]+}}: warning: this send block holds nothing that sends [-Wbamboo-block-without-communication]
// CHECK: :12:{{[0-9]+}}: warning: this receive block holds nothing that receives [-Wbamboo-block-without-communication]
// CHECK-NOT: [bamboo:receives-nonblocking]
