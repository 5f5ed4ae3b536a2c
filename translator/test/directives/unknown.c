// SPDX-License-Identifier: Apache-2.0
// A name far from every directive gets no suggestion.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n, int *nbr, MPI_Request *q) {
  #pragma bamboo frobnicate
  ;
}
// CHECK: :[[@LINE-3]]:18: error: unknown directive 'frobnicate' [bamboo:directive-unknown]
