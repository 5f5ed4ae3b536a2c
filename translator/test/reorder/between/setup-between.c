// SPDX-License-Identifier: Apache-2.0
// Scalar set-up for a send block moves along with it, in its order.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
#include <mpi.h>
double a[8], b[8];
int rank;
void f(int n, int size) {
  int dst, tag, src = 1;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, src, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    dst = rank + 1;
    if (n) a[0] += 1.0;
    // A ring.
    dst %= size;
    tag = dst + 5;
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, dst, tag, MPI_COMM_WORLD);
    dst = rank - 1;
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, dst, tag, MPI_COMM_WORLD);
  }
}
