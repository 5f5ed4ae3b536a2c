// SPDX-License-Identifier: Apache-2.0
// A pragma without a directive is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo
  ;
}
// CHECK: error: expected a directive after '#pragma bamboo' [bamboo:directive-missing]
