// SPDX-License-Identifier: Apache-2.0
// Every iteration needs the one before, in a register.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void sweep(double *u, double *v, int n, int left) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  double last = 0;
  for (int i = 1; i <= n; ++i) {
    last = u[i - 1] + last / 2;
    v[i] = last;
  }
}
// CHECK-NOT: bamboo_split
