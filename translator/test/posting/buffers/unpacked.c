// SPDX-License-Identifier: Apache-2.0
// Work on received data, and on memory before a buffer, delays no receive.
// RUN: %translate %s -o %t.out.c -- %flags
// RUN: %gcc -I%S %t.out.c
// RUN: FileCheck %s < %t.out.c
#include <mpi.h>
double a[8], b[8], c[8];
double t[4][8];
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    {
      for (int i = 0; i < 2; i++) {
        MPI_Recv(t[i], n, MPI_DOUBLE, nbr[i], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = 0; k < n; k++) a[k] += t[i][k];
      }
      t[2][7] = 0;
      MPI_Recv(t[3], n, MPI_DOUBLE, nbr[3], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}
// CHECK: bamboo_post(t[i], n,
// CHECK: bamboo_post(t[3], n,
// CHECK: bamboo_fire();
