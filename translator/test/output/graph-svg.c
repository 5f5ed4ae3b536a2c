// SPDX-License-Identifier: Apache-2.0
// Without graphviz the message names the package to install.
// RUN: env PATH=/nowhere %translate --graph=svg %s -- %flags > %t 2>&1 || true
// RUN: FileCheck %s < %t
#include <mpi.h>
void f(double *restrict s, double *restrict r, int n, const int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: --graph=svg needs the program 'dot' (package graphviz)
