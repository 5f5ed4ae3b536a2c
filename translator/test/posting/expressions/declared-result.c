// SPDX-License-Identifier: Apache-2.0
// A receive that a declaration makes is posted like the others.
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
      int rc = MPI_Recv(a, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      rc |= MPI_Recv(b, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      rc |= MPI_Recv(c, n, MPI_DOUBLE, nbr[2], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      t[0][0] = rc;
    }
  }
}
// CHECK: bamboo_post(a, n,
// CHECK: bamboo_post(b, n,
// CHECK: bamboo_post(c, n,
// CHECK: bamboo_fire();
