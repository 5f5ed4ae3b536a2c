// SPDX-License-Identifier: Apache-2.0
// The body advances one of the loop's variables.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8], c[8];
double t[4][8];
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (int i = 0, j = 0; i < 4; i++) {
      if (nbr[i] < 0) continue;
      MPI_Recv(t[j], n, MPI_DOUBLE, nbr[i], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      j++;
    }
  }
}
// CHECK: [bamboo:receives-control]
