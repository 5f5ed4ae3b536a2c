// SPDX-License-Identifier: Apache-2.0
// An object cannot be made twice.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
double t[4][8];
struct P { double *at; };
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (int i = 0; i < 4; i++) { P p{t[i]}; MPI_Recv(p.at, n, MPI_DOUBLE, nbr[i], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
  }
}
// CHECK: [bamboo:receives-declaration]
