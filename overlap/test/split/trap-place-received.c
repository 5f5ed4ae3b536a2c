// SPDX-License-Identifier: Apache-2.0
// Where it is unpacked to is received.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void sweep(double *u, double *v, int n, int left) {
  int place[2];
  MPI_Recv(place, 2, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  u[place[0]] = place[1];
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
// CHECK-NOT: bamboo_split
