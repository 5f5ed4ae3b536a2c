// SPDX-License-Identifier: Apache-2.0
// Irecv and Waitall are one firing rule already.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
double t[4][8];
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Request q[2]; MPI_Irecv(a, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &q[0]); MPI_Irecv(b, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &q[1]); MPI_Waitall(2, q, MPI_STATUSES_IGNORE); }
  }
}
// CHECK: [bamboo:receives-nonblocking]
