// SPDX-License-Identifier: Apache-2.0
// Of two sweeps, one of which needs what the other computes, the first one is split: the second one's core would have to
// pass all of it.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

enum { M = 1002 };
static double u[M][M], v[M][M], w[M][M];

void sweep(int left) {
  MPI_Recv(u[0], M, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK-DAG: two-sweeps.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split
  for (int i = 1; i < M - 1; ++i)
    for (int j = 1; j < M - 1; ++j) v[i][j] = u[i - 1][j] + u[i + 1][j];
  // CHECK-DAG: two-sweeps.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-2]]: a split nest is in between
  for (int i = 1; i < M - 1; ++i)
    // One remark for the nest is enough.
    // CHECK-NOT: two-sweeps.c:[[@LINE+1]]:5: remark: a loop
    for (int j = 1; j < M - 1; ++j)
      w[i][j] = v[i - 1][j] + v[i + 1][j] + v[i][j - 1] + v[i][j + 1] - 4 * v[i][j];
}

double *results(int which) { return which ? v[0] : w[0]; }
