// SPDX-License-Identifier: Apache-2.0
// An independent statement in between stays.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
void f(int n, int *k) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    *k = 7;
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
