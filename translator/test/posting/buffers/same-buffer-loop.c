// SPDX-License-Identifier: Apache-2.0
// All messages use one buffer.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
double t[4][8];
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (int i = 0; i < 4; i++) { MPI_Recv(a, n, MPI_DOUBLE, nbr[i], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); b[i] = a[0]; }
  }
}
// CHECK: remark: receives stay in order: 'a' is the buffer of more than one message [bamboo:receives-same-buffer]
