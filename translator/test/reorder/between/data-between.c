// SPDX-License-Identifier: Apache-2.0
// A statement in between writes the sent data.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    b[0] = 1.0;
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: this send block must run before the receive block of line {{[0-9]+}}, but the statement of line [[#]] is between them and writes 'b[0]' [bamboo:move-prevented-data]
// CHECK: note: this prevents it
// CHECK: note: move this statement before the receive block, or behind the send block
