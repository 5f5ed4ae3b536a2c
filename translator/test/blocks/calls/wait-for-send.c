// SPDX-License-Identifier: Apache-2.0
// A wait for a send is allowed.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck --allow-empty %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { MPI_Request sq; MPI_Isend(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &sq); MPI_Wait(&sq, MPI_STATUS_IGNORE); }
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK-NOT: {{.+}}
