// SPDX-License-Identifier: Apache-2.0
// layout without a name is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap layout
  ;
}
// CHECK: error: expected the name of a layout after 'layout' [bamboo:layout-name-missing]
