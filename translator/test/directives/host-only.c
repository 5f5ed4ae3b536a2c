// SPDX-License-Identifier: Apache-2.0
// A directive that only the host compiler sees would have no effect.
// RUN: not %translate --check --host-directives=%s:7,10,13 %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *restrict s, double *restrict r, int n, const int *nbr, MPI_Request *q) {
#if __GNUC__ >= 5 && !defined(__clang__)
  #pragma bamboo olap
#endif
  {
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
#ifndef __clang__
    #pragma bamboo receive
#endif
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    /* no directive */
  }
}
// CHECK: host-only.c:7:1: error: the host compiler sees this directive, the translator does not [bamboo:directive-host-only]
// CHECK: note: an '#if' that asks for the compiler, such as for '__clang__' or '__GNUC__', must not decide whether a directive is there
// CHECK: host-only.c:13:1: error: the host compiler sees this directive, the translator does not [bamboo:directive-host-only]
