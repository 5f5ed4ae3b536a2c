// SPDX-License-Identifier: Apache-2.0
// Receives in a range for are posted.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
// RUN: cd %S && %translate %basename_t -o %t.out.cpp -- %flags
// RUN: %gxx -I%S %t.out.cpp
// RUN: %clang -I%S -I%graph_headers %t.out.cpp
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
double t[4][8];
static const int sides[] = {0, 1};
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (int i : sides) MPI_Recv(t[i], n, MPI_DOUBLE, nbr[i], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
