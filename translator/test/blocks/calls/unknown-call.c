// SPDX-License-Identifier: Apache-2.0
// A function whose body is elsewhere.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void pack(double *s);
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { pack(s); MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD); }
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: remark: the body of 'pack' is not visible; what it communicates is taken to suit the send block [bamboo:unknown-call]
