// SPDX-License-Identifier: Apache-2.0
// A sum of products is computed in between, not unpacked: to know what it touches would take as long as the sweep.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

static double f[4000], v[4000], buffer[4000];

void integrate(const int *restrict list, int n, int left, double dt) {
  MPI_Recv(buffer, n, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int j = 0; j < n; ++j) f[list[j]] += dt * buffer[j];
  for (int i = 0; i < 4000; ++i) v[i] += dt * f[i];
}

double *results(void) { return v; }
// CHECK-NOT: bamboo_split
