// SPDX-License-Identifier: Apache-2.0
// Starting persistent requests is communication.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck --allow-empty %s
#include <mpi.h>
double in[8], out[8];
MPI_Request to, from;
void prepare(int n) {
  MPI_Send_init(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &to);
  MPI_Recv_init(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &from);
}
void f(void) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Start(&to);
    #pragma bamboo receive
    MPI_Startall(1, &from);
    MPI_Wait(&from, MPI_STATUS_IGNORE);
    MPI_Wait(&to, MPI_STATUS_IGNORE);
  }
}
// CHECK-NOT: {{.}}
