// SPDX-License-Identifier: Apache-2.0
// The function in a std::function is unknown.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <functional>
void f(double *__restrict s, double *__restrict r, int n, const std::function<void()> &then) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { then(); MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: remark: the body of 'a function that is chosen at run time' is not visible; what it communicates is taken to suit the send block [bamboo:unknown-call]
