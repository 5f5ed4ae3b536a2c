// SPDX-License-Identifier: Apache-2.0
// A wait for requests that sends share writes nothing.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck --allow-empty %s
#include <mpi.h>
double in[8], out[8];
void f(int n) {
  MPI_Request both[2];
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Irecv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &both[0]);
    #pragma bamboo send
    MPI_Isend(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &both[1]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
  }
}
// CHECK-NOT: {{.}}
