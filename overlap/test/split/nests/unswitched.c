// SPDX-License-Identifier: Apache-2.0
// -O3 takes the condition of the inner loop out of the nest, which leaves a second nest that does nothing.
// RUN: %split_c -O3 %s | FileCheck %s
#include <mpi.h>

void sweep(double *restrict u, double *restrict v, int n, int m, int left) {
  MPI_Recv(u, m, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int ii = 1; ii <= n; ii += 4)
    for (int i = ii; i < (ii + 4 < n + 1 ? ii + 4 : n + 1); ++i)
      for (int j = 0; j < m; ++j) v[i * m + j] = u[(i - 1) * m + j] / 3;
}
// CHECK: call i32 @bamboo_split_core
