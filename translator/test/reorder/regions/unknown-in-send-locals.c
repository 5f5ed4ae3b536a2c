// SPDX-License-Identifier: Apache-2.0
// Variables whose address is never taken are hidden from a function that the send block calls.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double in[8], out[8];
void pack(double *out);
double f(int n) {
  double sum = 0, part[4] = {0};
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(in, 8, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < n; i++) part[i % 4] += i;
    sum += part[0] + part[1];
    #pragma bamboo send
    {
      pack(out);
      MPI_Send(out, 8, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    }
  }
  return sum;
}
// CHECK: remark: send block moved before the receive block of line 11 [bamboo:send-moved]
