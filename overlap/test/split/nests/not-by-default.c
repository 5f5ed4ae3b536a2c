// SPDX-License-Identifier: Apache-2.0
// Only with the switch, and at level beyond.
// RUN: %overlap_c -mllvm -bamboo-overlap-level=beyond %s | FileCheck %s
// RUN: %overlap_c -mllvm -bamboo-overlap-split %s | FileCheck %s
#include <mpi.h>

void sweep(double *u, double *v, int n, int left) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
// CHECK-NOT: bamboo_split
