// SPDX-License-Identifier: Apache-2.0
// A form with large counts is the same function.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
void f(MPI_Count n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv_c(a, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); b[0] = a[0]; MPI_Recv_c(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
  }
}
// CHECK: [bamboo:receives-same-buffer]
