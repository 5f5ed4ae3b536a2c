// SPDX-License-Identifier: Apache-2.0
// One request array for both is no dependence.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
void f(int n) {
  MPI_Request q[2];
  int k = 0;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Irecv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &q[k++]);
    #pragma bamboo send
    MPI_Isend(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &q[k++]);
    MPI_Waitall(k, q, MPI_STATUSES_IGNORE);
  }
}
// CHECK: remark: send block moved before the receive block of line {{[0-9]+}} [bamboo:send-moved]
// CHECK-NOT: warning:
