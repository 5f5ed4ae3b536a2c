// SPDX-License-Identifier: Apache-2.0
// A deleted object may be of a derived class.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
struct Guard {
  virtual ~Guard() {}
};
void f(double *__restrict s, double *__restrict r, int n, Guard *g) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { delete g; MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: remark: the body of '~Guard' is not visible; what it communicates is taken to suit the send block [bamboo:unknown-call]
