// SPDX-License-Identifier: Apache-2.0
// A posted receive takes the message that the probe waits for.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8], c[8];
double t[4][8];
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (int i = 0; i < 4; i++) {
      int there = 0;
      while (!there) MPI_Iprobe(nbr[i], 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
      MPI_Recv(t[i], n, MPI_DOUBLE, nbr[i], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}
// CHECK: 'MPI_Iprobe' communicates between them [bamboo:receives-beside-call]
