// SPDX-License-Identifier: Apache-2.0
// A loop whose head computes the counter from itself continues at the end of the previous loop.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *restrict s, double *restrict r, int n) {
  int i;
  for (i = 0; i < 1; i++) r[i] = 0;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (i = 0; i < n; i++) MPI_Recv(&r[i], 1, MPI_DOUBLE, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    for (i = i + 1; i < 2 * n; i++) MPI_Send(&s[i], 1, MPI_DOUBLE, i, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: {{.*}}'i'
