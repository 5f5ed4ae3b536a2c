// SPDX-License-Identifier: Apache-2.0
// A send block moves before the receive block, with its comment.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
// RUN: cd %S && %translate %basename_t -o %t.out.c -- %flags
// RUN: %gcc -I%S %t.out.c
// RUN: %clang -I%S -I%graph_headers %t.out.c
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // the boundary
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
