// SPDX-License-Identifier: Apache-2.0
// A constructor sends.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
struct Put {
  Put(double *s, int n) { MPI_Send(s, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD); }
};
void f(double *__restrict s, double *__restrict r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); s[0] = r[0]; }
    #pragma bamboo send
    { Put put(s, n); }
  }
}
// CHECK: error: this send block sends 's', but the receive block before it writes 's[0]' [bamboo:send-depends-on-receive]
