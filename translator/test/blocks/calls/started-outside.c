// SPDX-License-Identifier: Apache-2.0
// A persistent receive begins with its start, outside of the blocks here.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double in[8], out[8];
MPI_Request to, from;
void f(int n) {
  #pragma bamboo olap
  {
    MPI_Recv_init(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &from);
    MPI_Send_init(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &to);
    MPI_Start(&from);
    #pragma bamboo send
    MPI_Start(&to);
    MPI_Wait(&from, MPI_STATUS_IGNORE);
    MPI_Wait(&to, MPI_STATUS_IGNORE);
  }
}
// CHECK-NOT: warning:
// CHECK: :12:5: warning: 'MPI_Start' receives inside of the region but outside of its receive blocks [-Wbamboo-receive-outside-block]
// CHECK-NOT: warning:
