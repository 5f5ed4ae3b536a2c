// SPDX-License-Identifier: Apache-2.0
// A region without blocks is warned about.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    n = 0;
  }
}
// CHECK: warning: this region has no send or receive block, so nothing in it will be reordered [-Wbamboo-region-without-blocks]
