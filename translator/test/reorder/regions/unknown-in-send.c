// SPDX-License-Identifier: Apache-2.0
// A function that the send block calls may read what the statement between the blocks writes.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double in[8], out[8];
double u[8];
void pack(double *to);  // of u
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(in, 8, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < n; i++) u[i] = i;
    #pragma bamboo send
    {
      pack(out);
      MPI_Send(out, 8, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    }
  }
}
// CHECK: :14:20: error: this send block must run before the receive block of line 11, but the statement of line 13
// CHECK-SAME: writes 'u[i]', and the send block calls 'pack', whose body is not visible [bamboo:move-prevented-callee]
