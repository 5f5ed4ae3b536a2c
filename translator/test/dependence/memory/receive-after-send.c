// SPDX-License-Identifier: Apache-2.0
// A receive into the buffer of an earlier send block is allowed, because sends copy.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck --allow-empty %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK-NOT: {{.+}}
