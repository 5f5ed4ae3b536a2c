// SPDX-License-Identifier: Apache-2.0
// A send block that sends nothing is warned about.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    n = 0;
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: warning: this send block holds nothing that sends [-Wbamboo-block-without-communication]
