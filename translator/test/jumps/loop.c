// SPDX-License-Identifier: Apache-2.0
// The whole loop is the region: a jump to its label enters it from the start.
// RUN: %translate %s -o %t.out.c -- %flags
// RUN: %gcc %t.out.c
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  again:
  #pragma bamboo olap
  for (int i = 0; i < n; i++) {
    if (a[i] < 0) goto next;
    #pragma bamboo send
    MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    next: n--;
  }
  if (n > 4) goto again;
}
