// SPDX-License-Identifier: Apache-2.0
// A loop over neighbours is posted together.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
// RUN: cd %S && %translate %basename_t -o %t.out.c -- %flags
// RUN: %gcc -I%S %t.out.c
// RUN: %clang -I%S -I%graph_headers %t.out.c
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
double t[4][8];
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (int i = 0; i < 4; i++) {
      MPI_Recv(t[i], n, MPI_DOUBLE, nbr[i], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      a[i] = t[i][0];
    }
  }
}
