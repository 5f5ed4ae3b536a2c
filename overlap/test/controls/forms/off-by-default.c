// SPDX-License-Identifier: Apache-2.0
// Without the option there are no control parts.
// RUN: %overlap_c %s | FileCheck %s
#include <mpi.h>

// CHECK-NOT: Bamboo_
void steps(double *sent, double *received, const int *counts, const int *places, int n) {
  for (int i = 0; i < n; ++i)
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
}
