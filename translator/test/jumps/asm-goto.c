// SPDX-License-Identifier: Apache-2.0
// Assembler code that may jump.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  __asm__ goto("" : : "r"(n) : : inside);
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    inside: n = 1;
  }
}
// CHECK: 'asm goto' jumps into the middle of the region of line 8 [bamboo:jump-into]
