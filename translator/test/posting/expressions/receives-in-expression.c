// SPDX-License-Identifier: Apache-2.0
// The order in which operands are evaluated is unspecified.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8], c[8];
double t[4][8];
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    {
      int rc = MPI_Recv(a, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) |
               MPI_Recv(b, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      rc |= MPI_Recv(c, n, MPI_DOUBLE, nbr[2], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      t[0][0] = rc;
    }
  }
}
// CHECK: [bamboo:receives-control]
