// SPDX-License-Identifier: Apache-2.0
// A wait writes the buffer of a receive that was posted before.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double in[8];
void f(int n) {
  MPI_Request from;
  MPI_Irecv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &from);
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Wait(&from, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: waited-receive.c:14:14: error: this send block sends 'in', but the receive block before it receives into 'in' [bamboo:send-depends-on-receive]
// CHECK: waited-receive.c:12:5: note: the receive block receives into 'in' here
