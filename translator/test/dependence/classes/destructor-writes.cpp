// SPDX-License-Identifier: Apache-2.0
// A destructor always writes a variable.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
static int got;
struct Note {
  ~Note() { got = 1; }
};
void f(double *__restrict s, double *__restrict r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); Note note; }
    #pragma bamboo send
    MPI_Send(s, got, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: this send block reads 'got', but the receive block before it writes 'got' [bamboo:send-depends-on-receive]
// CHECK: note: in the function, 'got' is written here
