// SPDX-License-Identifier: Apache-2.0
// Errors of the host compiler name the original line, behind a move and a posting too.
// RUN: cd %S && %translate %basename_t -o %t.out.c -- %flags
// RUN: not %gcc %t.out.c 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
  int unused;
}
// CHECK: lines.c:[[#@LINE-2]]:{{.*}}unused variable
