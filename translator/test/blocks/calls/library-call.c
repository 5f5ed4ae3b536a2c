// SPDX-License-Identifier: Apache-2.0
// A library function makes no MPI calls.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck --allow-empty %s
#include <mpi.h>
#include <string.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { memset(s, 0, 8); MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD); }
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK-NOT: unknown-call
