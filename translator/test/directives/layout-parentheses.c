// SPDX-License-Identifier: Apache-2.0
// layout(NN), as OpenMP writes its clauses.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#pragma bamboo dimension 2
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap layout(NN, X) layout AllToAll
  ;
}
// CHECK: :7:29: error: expected the name of a layout after 'layout'; did you mean 'layout NN X'? [bamboo:layout-name-missing]
