// SPDX-License-Identifier: Apache-2.0
// The receive block reads the variable that the set-up writes.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
int received;
void unpack(double *data);
void f(int n, int rank) {
  int dst = 0;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, dst, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    dst = rank + 1;
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, dst, 0, MPI_COMM_WORLD);
  }
}
// CHECK: but the statement of line [[#]] is between them and writes 'dst' [bamboo:move-prevented-data]
