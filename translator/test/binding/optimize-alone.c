// SPDX-License-Identifier: Apache-2.0
// optimize without a region is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo optimize NO_BUFFER_REUSE
  n = 0;
}
// CHECK: error: 'optimize' must precede an 'olap' region [bamboo:optimize-without-olap]
