// SPDX-License-Identifier: Apache-2.0
// A status that both blocks set causes no dependence.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
int use(int);
void f(double *restrict s, double *restrict r, int n) {
  MPI_Status st;
  MPI_Request q;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &st); r[0] = st.MPI_SOURCE; }
    #pragma bamboo send
    { MPI_Isend(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &q); MPI_Wait(&q, &st); }
  }
}
// CHECK-NOT: error:
// CHECK-NOT: warning:
// CHECK: remark: send block moved before the receive block of line {{[0-9]+}} [bamboo:send-moved]
// CHECK-NOT: error:
// CHECK-NOT: warning:
