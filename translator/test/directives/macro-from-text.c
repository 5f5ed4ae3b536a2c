// SPDX-License-Identifier: Apache-2.0
// A macro for all pragmas cannot be changed, and its warning is switched off.
// RUN: %translate %s -o %t.out.c -- %flags
// RUN: %gcc %t.out.c
// RUN: %clang %t.out.c
#include <mpi.h>
#define PRAGMA(x) _Pragma(#x)
void f(double *restrict s, double *restrict r, int n, const int *nbr) {
  PRAGMA(bamboo olap) {
    PRAGMA(bamboo send) MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
    PRAGMA(bamboo receive) MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
