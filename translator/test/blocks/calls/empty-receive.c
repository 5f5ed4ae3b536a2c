// SPDX-License-Identifier: Apache-2.0
// A receive block that receives nothing is warned about.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    n = 0;
  }
}
// CHECK: warning: this receive block holds nothing that receives
