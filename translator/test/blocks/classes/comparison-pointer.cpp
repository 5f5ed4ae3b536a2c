// SPDX-License-Identifier: Apache-2.0
// A function pointer that std::sort calls.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <algorithm>
void f(double *__restrict s, double *__restrict r, int n, bool (*less)(double, double)) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { std::sort(s, s + n, less); MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: remark: the body of 'a function that is chosen at run time' is not visible; what it communicates is taken to suit the send block [bamboo:unknown-call]
