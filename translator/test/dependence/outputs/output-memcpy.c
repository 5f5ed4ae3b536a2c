// SPDX-License-Identifier: Apache-2.0
// memcpy writes its first argument's object.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <string.h>
struct Halo { double in[8], out[8]; };
void f(struct Halo *h, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(h->in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); memcpy(h->out, h->in, sizeof h->in); }
    #pragma bamboo send
    MPI_Send(h->out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: this send block sends 'h->out', but the receive block before it writes 'h->out' [bamboo:send-depends-on-receive]
// CHECK: note: the receive block writes 'h->out' here
// CHECK: note: move the send into this receive block
