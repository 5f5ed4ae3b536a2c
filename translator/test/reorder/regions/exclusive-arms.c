// SPDX-License-Identifier: Apache-2.0
// Blocks in two arms of one if need no order.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck --allow-empty %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    if (n > 0) {
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
    }
  }
}
// CHECK-NOT: {{.+}}
