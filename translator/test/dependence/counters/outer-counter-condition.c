// SPDX-License-Identifier: Apache-2.0
// A counter that is set on one way only.
// RUN: not %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
int use(int);
void f(double *restrict s, double *restrict r, int n) {
  int i = 0;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (i = 0; i < n; i++) MPI_Recv(&r[i], 1, MPI_DOUBLE, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    for (i = 0; i < n; i++) MPI_Send(&s[i], 1, MPI_DOUBLE, i, 0, MPI_COMM_WORLD);
  }
  if (n > 0) i = 1;
  use(i);
}
// CHECK: error: this send block {{reads|writes}} 'i', but the receive block before it {{reads|writes}} 'i' [bamboo:send-depends-on-receive]
// CHECK: note: declare 'i' inside of the 'for' of each block, so that no value passes from one to the other
