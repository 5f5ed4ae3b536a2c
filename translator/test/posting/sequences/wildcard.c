// SPDX-License-Identifier: Apache-2.0
// A receive with a wildcard accepts any message.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
double t[4][8];
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (int i = 0; i < 2; i++) MPI_Recv(t[i], n, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: 'MPI_ANY_SOURCE' takes whatever comes [bamboo:receives-wildcard]
