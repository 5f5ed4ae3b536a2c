// SPDX-License-Identifier: Apache-2.0
// A return behind the last receive skips none.
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
      MPI_Recv(a, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(b, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (a[0] < 0) return;
    }
  }
}
// CHECK: bamboo_post(a, n,
// CHECK: bamboo_post(b, n,
// CHECK-NOT: return
// CHECK: bamboo_fire();
