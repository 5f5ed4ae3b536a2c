// SPDX-License-Identifier: Apache-2.0
// A preprocessor conditional cuts the condition.
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
    for (int i = 0; i < 4; i++) {
      if (nbr[i] >= 0
#if 1
          && n > 0
#endif
      )
        MPI_Recv(t[i], n, MPI_DOUBLE, nbr[i], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}
// CHECK: if (nbr[i] >= 0 && n > 0) {
// CHECK: bamboo_post(t[i], n,
