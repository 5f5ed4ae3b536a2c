// SPDX-License-Identifier: Apache-2.0
// A wait in between for another request is no obstacle.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
void f(int n, MPI_Request received, MPI_Request sent) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Irecv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &received);
    MPI_Wait(&received, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Isend(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &sent);
  }
}
// CHECK: remark: send block moved before the receive block of line 9 [bamboo:send-moved]
