// SPDX-License-Identifier: Apache-2.0
// A send block moves before the statement that contains the receive block.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
// RUN: cd %S && %translate %basename_t -o %t.out.c -- %flags
// RUN: %gcc -I%S %t.out.c
// RUN: %clang -I%S -I%graph_headers %t.out.c
#include <mpi.h>
double a[8], b[8], c[8];
void f(int n) {
  #pragma bamboo olap
  {
    if (n > 4) {
      #pragma bamboo receive
      MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    c[0] = a[0];
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
