// SPDX-License-Identifier: Apache-2.0
// A remark names the receives that are posted together.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
double t[4][8];
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(a, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); MPI_Recv(b, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
  }
}
// CHECK: remark: the 2 receives of this block are posted together; they form one firing rule [bamboo:receives-posted]
