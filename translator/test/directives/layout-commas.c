// SPDX-License-Identifier: Apache-2.0
// Commas and parentheses between dimensions are refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#pragma bamboo dimension 2
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap layout NN X,Y layout AllToAll
  ;
  #pragma bamboo olap layout NN(X, 1)
  ;
}
// CHECK: :7:34: error: ',' is not a dimension of layout 'NN'; did you mean 'NN X Y'? [bamboo:layout-dim-unknown]
// CHECK: :9:32: error: '(' is not a dimension of layout 'NN'; did you mean 'NN X 1'? [bamboo:layout-dim-unknown]
