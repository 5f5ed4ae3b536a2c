// SPDX-License-Identifier: Apache-2.0
// Receives in a while loop are not posted.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
double t[4][8];
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    while (n > 0) { MPI_Recv(t[n], n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); n--; }
  }
}
// CHECK: [bamboo:receives-control]
