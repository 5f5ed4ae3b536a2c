// SPDX-License-Identifier: Apache-2.0
// A directive in the middle of a statement is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  n = 1 +
  #pragma bamboo olap
  2;
}
// CHECK: error: 'olap' precedes no statement
