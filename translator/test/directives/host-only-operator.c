// SPDX-License-Identifier: Apache-2.0
// The same holds for a macro that makes directives, of which the host compiler sees more.
// RUN: not %translate --check --host-directives=%s:12,12,14,15 %s -- %flags 2>&1 | FileCheck %s
// RUN: %translate --check --host-directives=%s:12,14,15 %s -- %flags
#include <mpi.h>
#ifdef __clang__
#define OVERLAP
#else
#define OVERLAP _Pragma("bamboo olap")
#endif
void f(double *restrict s, double *restrict r, int n, const int *nbr, MPI_Request *q) {
  OVERLAP _Pragma("bamboo olap")
  {
    _Pragma("bamboo send") MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
    _Pragma("bamboo receive") MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: host-only-operator.c:12:1: error: the host compiler sees this directive, the translator does not
