// SPDX-License-Identifier: Apache-2.0
// A setjmp of another buffer does not catch it.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <setjmp.h>
double a[8], b[8];
static jmp_buf mine, other;
void f(int n) {
  if (setjmp(other)) return;
  #pragma bamboo olap
  {
    if (setjmp(mine)) n = 0;
    #pragma bamboo send
    MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (n < 0) longjmp(other, 1);
  }
}
// CHECK: 'longjmp' leaves the region of line 10 without ending it [bamboo:long-jump-out]
