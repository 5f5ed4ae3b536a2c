// SPDX-License-Identifier: Apache-2.0
// Functions of a library other than the language's are unknown.
// RUN: not %translate --check %s -- %flags -isystem %tests/Inputs/system/include 2>&1 | FileCheck %s
#include <mpi.h>
#include <solver.h>
double a[8], b[8];
void f(int n, void *plan) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    solver_execute(plan);
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: calls a function whose body is not visible [bamboo:move-prevented-unknown]
