// SPDX-License-Identifier: Apache-2.0
// A receive block that begins sends and waits for them can never receive.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double out[8];
MPI_Request persistent, once;
void f(int n) {
  MPI_Send_init(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &persistent);
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Start(&persistent);
    MPI_Wait(&persistent, MPI_STATUS_IGNORE);
    #pragma bamboo receive
    { MPI_Start(&persistent); MPI_Wait(&persistent, MPI_STATUS_IGNORE); }
    #pragma bamboo receive
    { MPI_Isend(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &once); MPI_Wait(&once, MPI_STATUS_IGNORE); }
  }
}
// CHECK: :11:{{[0-9]+}}: warning: this receive block holds nothing that receives [-Wbamboo-block-without-communication]
// CHECK: :14:{{[0-9]+}}: warning: this receive block holds nothing that receives [-Wbamboo-block-without-communication]
// CHECK: :16:{{[0-9]+}}: warning: this receive block holds nothing that receives [-Wbamboo-block-without-communication]
