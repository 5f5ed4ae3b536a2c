// SPDX-License-Identifier: Apache-2.0
// A member's constructor receives; the compiler writes the one that calls it.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double at[8];
struct Get {
  Get() { MPI_Recv(at, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
};
struct All {
  Get get;
  All() = default;
};
struct More {
  All all;
};
void f(double *__restrict s, double *__restrict r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { More more; MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: error: 'MPI_Recv' receives inside of a send block [bamboo:receive-in-send-block]
// CHECK: note: 'MPI_Recv' is called here
