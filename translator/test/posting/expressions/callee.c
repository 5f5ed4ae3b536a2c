// SPDX-License-Identifier: Apache-2.0
// Receives in a called function stay in order.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
double t[4][8];
static void g(double *p) { MPI_Recv(p, 8, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (int i = 0; i < 2; i++) g(t[i]);
  }
}
// CHECK: remark: receives stay in order: 'g' makes them inside of its body [bamboo:receives-in-callee]
