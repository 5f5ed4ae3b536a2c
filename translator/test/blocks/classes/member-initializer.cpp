// SPDX-License-Identifier: Apache-2.0
// The initial value of a member receives.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double at[8];
inline int get() { return MPI_Recv(at, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
struct All {
  int got = get();
  All() {}
};
void f(double *__restrict s, double *__restrict r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { All all; MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: error: 'MPI_Recv' receives inside of a send block [bamboo:receive-in-send-block]
// CHECK: note: 'MPI_Recv' is called here
