// SPDX-License-Identifier: Apache-2.0
// The error for a dimension in lower case suggests the right one.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap layout NN x
  ;
}
// CHECK: error: 'x' is not a dimension of layout 'NN'; did you mean 'X'? [bamboo:layout-dim-unknown]
