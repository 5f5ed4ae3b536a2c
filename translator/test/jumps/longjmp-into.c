// SPDX-License-Identifier: Apache-2.0
// Back into a region that has ended.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <setjmp.h>
double a[8], b[8];
static sigjmp_buf again;
void f(int n) {
  #pragma bamboo olap
  {
    sigsetjmp(again, 0);
    #pragma bamboo send
    MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (b[0] < 1) siglongjmp(again, 1);
}
// CHECK: 'siglongjmp' jumps back into the region of line 9, which has ended by then [bamboo:long-jump-into]
// CHECK: longjmp-into.c:11:5: note: it jumps to here
