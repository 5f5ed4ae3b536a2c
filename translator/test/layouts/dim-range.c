// SPDX-License-Identifier: Apache-2.0
// Z is refused in a geometry of two dimensions.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#pragma bamboo dimension 2
void f(double *restrict s, double *restrict r, int n, const int *nbr, MPI_Request *q) {
  #pragma bamboo olap layout NN Z
  {
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: error: dimension 'Z' is outside of the 2-dimensional geometry [bamboo:layout-dim-range]
// CHECK: note: the dimension is given here
