// SPDX-License-Identifier: Apache-2.0
// A macro that holds directive and statement is expanded.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
// RUN: cd %S && %translate %basename_t -o %t.out.c -- %flags
// RUN: %gcc -I%S %t.out.c
// RUN: %clang -I%S -I%graph_headers %t.out.c
#include <mpi.h>
#define EXCHANGE(a, b) { _Pragma("bamboo send") MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); _Pragma("bamboo receive") MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
void f(double *restrict s, double *restrict r, int n, const int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  EXCHANGE(s, r)
}
