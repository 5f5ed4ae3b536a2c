// SPDX-License-Identifier: Apache-2.0
// The error for a misspelt flag suggests the right one.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo optimize NO_BUFER_REUSE
  ;
}
// CHECK: error: unknown flag 'NO_BUFER_REUSE'; did you mean 'NO_BUFFER_REUSE'? [bamboo:optimize-flag-unknown]
