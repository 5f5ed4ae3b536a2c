// SPDX-License-Identifier: Apache-2.0
// A collective may wait.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD); MPI_Barrier(MPI_COMM_WORLD); }
  }
}
// CHECK: warning: 'MPI_Barrier' may wait for other ranks inside of a send block [-Wbamboo-collective-in-send-block]
