// SPDX-License-Identifier: Apache-2.0
// The library only keeps this function.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck --allow-empty %s
#include <mpi.h>
#include <functional>
#include <vector>
void f(double *__restrict s, double *__restrict r, int n, std::vector<std::function<void()>> &all, const std::function<void()> &then) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { all.push_back(then); MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK-NOT: unknown-call
