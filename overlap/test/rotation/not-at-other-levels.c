// SPDX-License-Identifier: Apache-2.0
// Where nests are not split no loop is rotated.
// RUN: %remarks_c -mllvm -bamboo-overlap-level=beyond %s 2>&1 | FileCheck --allow-empty %s
// RUN: %remarks_c -mllvm -bamboo-overlap-level=extended -mllvm -bamboo-overlap-split %s 2>&1 | FileCheck --allow-empty %s
// RUN: %split_remarks_c -Os %s 2>&1 | FileCheck --allow-empty %s
// CHECK-NOT: was rotated
#include <mpi.h>

void smooth(double *u, double *v, int n, int steps, int left) {
  for (int it = 0; it < steps; ++it) {
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
