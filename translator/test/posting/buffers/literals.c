// SPDX-License-Identifier: Apache-2.0
// Characters and strings keep their escapes and blanks.
// RUN: %translate %s -o %t.out.c -- %flags
// RUN: %gcc -I%S %t.out.c
// RUN: FileCheck %s < %t.out.c
#include <mpi.h>
extern const char *const name[4];
double a[8], b[8], c[8];
double t[4][8];
void f(const int *nbr, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (int i = 0; i < 4; i++) {
      if (name[i][0] != '\0' && name[i] != "a  \\ b"[0] + name[0]) MPI_Recv(t[i], n, MPI_DOUBLE, nbr[i], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}
// CHECK: if (name[i][0] != '\0' && name[i] != "a  \\ b"[0] + name[0]) {
// CHECK: bamboo_fire();
