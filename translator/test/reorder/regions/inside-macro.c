// SPDX-License-Identifier: Apache-2.0
// Text inside of a macro cannot move.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
#define BOTH { _Pragma("bamboo receive") MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); _Pragma("bamboo send") MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
void f(int n) {
  #pragma bamboo olap
  BOTH
}
// CHECK: its text cannot be moved: a macro or a preprocessor conditional cuts it [bamboo:move-prevented-text]
// CHECK: note: the receive block is here
// CHECK: note: write the send block before this receive block
