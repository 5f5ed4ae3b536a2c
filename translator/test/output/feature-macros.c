// SPDX-License-Identifier: Apache-2.0
// The program's own feature macros keep their effect.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
#define _GNU_SOURCE
#include <stdio.h>
#include <mpi.h>
void f(double *restrict s, double *restrict r, int n, const int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  char *text; (void)asprintf(&text, "%d", n);
}
