// SPDX-License-Identifier: Apache-2.0
// How far the loop goes is received.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void sweep(double *u, double *v, int *n, int left) {
  MPI_Recv(n, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int count = *n;
  for (int i = 1; i <= count; ++i) v[i] = u[i - 1];
}
// CHECK-NOT: bamboo_split
