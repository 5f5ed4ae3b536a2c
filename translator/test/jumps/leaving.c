// SPDX-License-Identifier: Apache-2.0
// Plain jumps out of regions and blocks end them.
// RUN: %translate %s -o %t.out.c -- %flags
// RUN: %gcc %t.out.c
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  for (int i = 0; i < n; i++) {
    #pragma bamboo olap
    {
      #pragma bamboo send
      { if (n == 1) goto out; MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
      #pragma bamboo receive
      { if (n == 2) break; MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
      if (n == 3) continue;
      if (n == 4) return;
    }
  }
  out: a[0] = 1;
}
