// SPDX-License-Identifier: Apache-2.0
// The error for a misspelt clause suggests the right one.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap layuot NN
  ;
}
// CHECK: error: unknown clause 'layuot'; did you mean 'layout'? [bamboo:clause-unknown]
