// SPDX-License-Identifier: Apache-2.0
// The papers' brace on the directive's line is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo send {
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: the statement starts on the line after the directive [bamboo:directive-brace]
