// SPDX-License-Identifier: Apache-2.0
// A send that needs received data may be in the receive block.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck --allow-empty %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); MPI_Send(r, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD); }
  }
}
// CHECK-NOT: {{.+}}
