// SPDX-License-Identifier: Apache-2.0
// A near miss gets a suggestion and a fix.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo recieve
  ;
}
// CHECK: error: unknown directive 'recieve'; did you mean 'receive'? [bamboo:directive-unknown]
// CHECK: {{^}}{{.*}}receive
