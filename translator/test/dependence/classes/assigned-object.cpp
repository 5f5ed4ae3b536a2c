// SPDX-License-Identifier: Apache-2.0
// An assignment that the compiler makes up writes the whole object.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <string>
struct Grid {
  int n, m;
  std::string name = "";
};
Grid g;
void f(double *__restrict s, double *__restrict r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); g = Grid{(int)r[0], 2}; }
    #pragma bamboo send
    MPI_Send(s, g.n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: this send block reads 'g.n', but the receive block before it writes 'g' [bamboo:send-depends-on-receive]
