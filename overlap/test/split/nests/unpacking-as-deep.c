// SPDX-License-Identifier: Apache-2.0
// Two layers of ghost cells are unpacked by as many loops as the sweep has: that is no sweep.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

static double u[68][66], v[68][66], in[2 * 66];

void sweep(int left, int layers) {
  MPI_Recv(in, layers * 66, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < layers; ++i)
    for (int j = 1; j < 65; ++j) u[i][j] = in[i * 66 + j];
  // CHECK: unpacking-as-deep.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split
  for (int i = 2; i < 66; ++i)
    for (int j = 1; j < 65; ++j) v[i][j] = u[i - 2][j] + u[i + 2][j];
}

double *results(void) { return v[0]; }
