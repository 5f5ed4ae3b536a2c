// SPDX-License-Identifier: Apache-2.0
// A computed goto may lead into a region.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  void *to = n ? &&inside : &&outside;
  goto *to;
  outside:
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    inside: n = 1;
  }
}
// CHECK: computed-goto-in.c:8:3: error: this computed goto may jump into the middle of the region of line 10 [bamboo:jump-computed]
// CHECK: computed-goto-in.c:16:5: note: it jumps to here
// CHECK: computed-goto-in.c:7:18: note: the label's address is taken here
