// SPDX-License-Identifier: Apache-2.0
// A send block depends on a receive block in a nested statement.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8];
void f(int n) {
  #pragma bamboo olap
  {
    if (n > 4) {
      #pragma bamboo receive
      MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    #pragma bamboo send
    MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: 14:14: error: this send block sends 'a', but the receive block before it receives into 'a'
// CHECK: 11:{{.*}}note: the receive block receives into 'a' here
