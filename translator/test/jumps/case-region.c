// SPDX-License-Identifier: Apache-2.0
// A case label inside of a region belongs to a switch outside of it.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  switch (n) {
    case 1:
      #pragma bamboo olap
      {
    #pragma bamboo send
    MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    case 2:
      n = 1;
      }
  }
}
// CHECK: case-region.c:7:3: error: 'switch' jumps into the middle of the region of line 9 [bamboo:jump-into]
// CHECK: case-region.c:15:5: note: it jumps to here
