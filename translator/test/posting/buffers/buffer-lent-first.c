// SPDX-License-Identifier: Apache-2.0
// A function that gets the buffer before its message would overwrite received data.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <string.h>
double a[8], b[8], c[8];
double t[4][8];
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (int i = 0; i < 4; i++) {
      memset(t[i], 0, sizeof t[i]);
      MPI_Recv(t[i], n, MPI_DOUBLE, nbr[i], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      b[i] = t[i][0];
    }
  }
}
// CHECK: [bamboo:receives-buffer-used]
