// SPDX-License-Identifier: Apache-2.0
// The old contents are read before the message arrives.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
double t[4][8];
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (int i = 0; i < 4; i++) { b[i] = t[i][0]; MPI_Recv(&t[i][0], n, MPI_DOUBLE, nbr[i], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
  }
}
// CHECK: [bamboo:receives-buffer-used]
