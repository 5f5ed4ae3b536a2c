// SPDX-License-Identifier: Apache-2.0
// optimize without a flag is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo optimize
  ;
}
// CHECK: error: 'optimize' needs a flag [bamboo:optimize-flag-missing]
