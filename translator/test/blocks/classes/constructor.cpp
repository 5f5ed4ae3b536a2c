// SPDX-License-Identifier: Apache-2.0
// A constructor sends.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck --allow-empty %s
#include <mpi.h>
struct Put {
  Put(double *s, int n) { MPI_Send(s, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD); }
};
void f(double *__restrict s, double *__restrict r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { Put put(s, n); }
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK-NOT: warning:
// CHECK-NOT: error:
