// SPDX-License-Identifier: Apache-2.0
// The end of what memcpy writes from an element on is unknown.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <string.h>
struct Halo { double in[8], out[8]; };
void f(struct Halo *h, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(h->in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); memcpy(&h->out[4], h->in, 32); }
    #pragma bamboo send
    MPI_Send(h->out, 4, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: warning: this send block sends 'h->out', which may be written by 'memcpy', which the receive block before it calls [-Wbamboo-send-may-need-receive]
// CHECK-NOT: error:
