// SPDX-License-Identifier: Apache-2.0
// A request for remarks counts among the compiler's flags as well.
// RUN: %translate --check %s -- %flags -Rpass=bamboo 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *restrict s, double *restrict r, int n, const int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
  }
}
// CHECK: remark: send block moved before the receive block of line 8
