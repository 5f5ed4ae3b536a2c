// SPDX-License-Identifier: Apache-2.0
// The function may return between the stages. Nothing of the nest runs before it is known that it does not.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

int step(double* u, double* v, int n, int left, int right) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (u[0] < 0) return 1;
  MPI_Send(u, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD);
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
  return 0;
}
// CHECK-NOT: bamboo_split_
