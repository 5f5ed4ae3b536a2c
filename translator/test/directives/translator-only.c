// SPDX-License-Identifier: Apache-2.0
// A directive that the host compiler does not see must not change the code around it.
// RUN: not %translate --check --host-directives=%s:6 %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *restrict s, double *restrict r, int n, const int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
#ifdef __clang__
    #pragma bamboo send
#endif
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK-NOT: :6:
// CHECK: translator-only.c:9:{{[0-9]+}}: error: the translator sees this directive, the host compiler does not [bamboo:directive-translator-only]
