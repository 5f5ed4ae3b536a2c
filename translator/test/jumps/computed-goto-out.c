// SPDX-License-Identifier: Apache-2.0
// A computed goto out of a region does not end it.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  void *to = n ? &&early : &&late;
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    goto *to;
  }
  early: a[0] = 1;
  late: a[1] = 1;
}
// CHECK: this computed goto may jump out of the region of line 8 [bamboo:jump-computed]
