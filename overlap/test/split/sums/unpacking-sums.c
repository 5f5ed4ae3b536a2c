// SPDX-License-Identifier: Apache-2.0
// Forces that come back from a neighbour are added to this rank's own ones (reverse communication, as in miniMD and
// LULESH), by as many loops as the sweep has: that is unpacking still.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

static double f[4000], v[4000], buffer[4000];

void integrate(const int *restrict list, int n, int left, double dt) {
  MPI_Recv(buffer, n, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int j = 0; j < n; ++j) f[list[j]] += buffer[j];
  // CHECK: unpacking-sums.c:[[@LINE+1]]:3: remark: a nest of 1 loops was split
  for (int i = 0; i < 4000; ++i) v[i] += dt * f[i];
}

double *results(void) { return v; }
