// SPDX-License-Identifier: Apache-2.0
// A Sendrecv in a send block is refused because it receives.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *s, double *r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Sendrecv(s, n, MPI_DOUBLE, 1, 0, r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK-NOT: warning:
// CHECK: error: 'MPI_Sendrecv' receives inside of a send block [bamboo:receive-in-send-block]
// CHECK-NOT: warning:
