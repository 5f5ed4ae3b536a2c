// SPDX-License-Identifier: Apache-2.0
// A class that does not derive from bamboo::Layout is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#pragma bamboo dimension 2
struct Ring {};
void f(double *__restrict s, double *__restrict r, int n, const int *nbr, MPI_Request *q) {
  #pragma bamboo olap layout Ring
  {
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: error: layout 'Ring' must be a class that derives from 'bamboo::Layout' and can be default-constructed [bamboo:layout-class-type]
