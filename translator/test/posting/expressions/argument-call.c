// SPDX-License-Identifier: Apache-2.0
// An argument that may change between two calls.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
double t[4][8];
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (int i = 0; i < 2; i++) MPI_Recv(t[i], n, MPI_DOUBLE, rand(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: 'rand()' calls a function that may not give the same result twice [bamboo:receives-argument-call]
