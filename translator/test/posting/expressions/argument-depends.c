// SPDX-License-Identifier: Apache-2.0
// The size of a receive depends on the first message.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
double t[4][8];
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { int m = 0; MPI_Recv(&m, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); MPI_Recv(a, m, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
  }
}
// CHECK: may depend on what the block receives or computes [bamboo:receives-argument-depends]
// CHECK: note: '&m' is written here
