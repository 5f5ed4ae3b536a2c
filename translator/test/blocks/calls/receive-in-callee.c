// SPDX-License-Identifier: Apache-2.0
// A receive in a called function is found.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
static void g(double *r) { MPI_Recv(r, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD); g(r); }
  }
}
// CHECK: error: 'MPI_Recv' receives inside of a send block
// CHECK: note: 'MPI_Recv' is called here
