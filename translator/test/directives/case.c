// SPDX-License-Identifier: Apache-2.0
// Case is a near miss.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo OLAP
  ;
}
// CHECK: did you mean 'olap'?
