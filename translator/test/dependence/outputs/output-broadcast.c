// SPDX-License-Identifier: Apache-2.0
// Whether a broadcast reads or writes depends on the rank.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *restrict s, double *restrict r, int n) {
  int k = n;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); MPI_Bcast(&k, 1, MPI_INT, 0, MPI_COMM_WORLD); }
    #pragma bamboo send
    MPI_Send(s, k, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: warning: this send block reads 'k', which may be written by 'MPI_Bcast', which the receive block before it calls [-Wbamboo-send-may-need-receive]
// CHECK: note: the receive block writes 'k' here
// CHECK-NOT: error:
