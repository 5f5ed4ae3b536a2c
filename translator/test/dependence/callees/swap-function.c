// SPDX-License-Identifier: Apache-2.0
// A swap() of C, which takes the pointers' addresses, is one as well.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <stdlib.h>
#include <mpi.h>
static void swap(double **a, double **b) { double *c = *a; *a = *b; *b = c; }
void f(int n) {
  double *p = malloc(64), *q = malloc(64);
  #pragma bamboo olap
  for (int i = 0; i < n; i++) {
    #pragma bamboo receive
    MPI_Recv(p, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(q, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    swap(&p, &q);
  }
}
// CHECK-NOT: warning:
// CHECK: remark: send block moved before the receive block of line {{[0-9]+}} [bamboo:send-moved]
// CHECK-NOT: warning:
