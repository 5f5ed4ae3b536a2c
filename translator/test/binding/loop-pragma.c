// SPDX-License-Identifier: Apache-2.0
// A pragma of the compiler may be between the directive and its loop.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
// RUN: cd %S && %translate %basename_t -o %t.out.c -- %flags
// RUN: %gcc -I%S %t.out.c
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    #pragma GCC unroll 2
    for (int i = 0; i < n; i++)
      MPI_Recv(&a[i], 1, MPI_DOUBLE, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    #pragma GCC unroll 4
    for (int i = 0; i < n; i++) MPI_Send(b, n, MPI_DOUBLE, i, 0, MPI_COMM_WORLD);
  }
}
