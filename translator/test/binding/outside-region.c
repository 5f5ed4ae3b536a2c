// SPDX-License-Identifier: Apache-2.0
// A block needs a region.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo send
  MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
}
// CHECK: error: 'send' is outside of every 'olap' region [bamboo:block-outside-region]
