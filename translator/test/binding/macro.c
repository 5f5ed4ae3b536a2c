// SPDX-License-Identifier: Apache-2.0
// A macro may make directives.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
#include <mpi.h>
#define REGION _Pragma("bamboo olap")
#define SEND_BLOCK _Pragma("bamboo send")
void f(double *restrict s, double *restrict r, int n, const int *nbr, MPI_Request *q) {
  REGION {
    SEND_BLOCK MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
