// SPDX-License-Identifier: Apache-2.0
// Comments and line ends may be in a condition or an argument.
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
      if (nbr[0] >= 0 &&  // west
          n > 0)
        MPI_Recv(a, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(b, /* all of it */ n, MPI_DOUBLE, nbr[1] + \
               1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}
// CHECK: if (nbr[0] >= 0 && n > 0) {
// CHECK: bamboo_post(a, n,
// CHECK: bamboo_post(b, n, MPI_DOUBLE, nbr[1] + 1, 0, MPI_COMM_WORLD);
// CHECK: bamboo_fire();
