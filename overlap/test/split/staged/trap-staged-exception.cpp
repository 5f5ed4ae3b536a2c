// SPDX-License-Identifier: Apache-2.0
// An exception may leave the function between the stages.
// RUN: %split_c -fexceptions %s | FileCheck %s
#include <mpi.h>

void step(double* u, double* v, int n, int left, int right) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (u[0] < 0) throw 1;
  MPI_Send(u, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD);
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
// CHECK-NOT: bamboo_split_
