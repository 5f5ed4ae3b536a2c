// SPDX-License-Identifier: Apache-2.0
// A directive before the end of a compound statement is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  n = 0;
  #pragma bamboo olap
}
// CHECK: error: 'olap' precedes no statement [bamboo:directive-unbound]
// CHECK: note: this is what follows
