// SPDX-License-Identifier: Apache-2.0
// A sweep that cannot be split is in between: its inspection would take as long as the sweep behind it.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

enum { M = 1002 };
static double u[M][M], w[M][M];
static int v[M][M];  // may have the columns

void sweep(const int *columns, int left) {
  MPI_Recv(u[0], M, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i < M - 1; ++i)
    for (int j = 1; j < M - 1; ++j) v[i][columns[j]] = u[i - 1][j] + u[i + 1][j];
  // REMARK: sweep-between.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: a computation as large as the nest is in between
  for (int i = 1; i < M - 1; ++i)
    for (int j = 1; j < M - 1; ++j)
      w[i][j] = v[i - 1][j] + v[i + 1][j] + v[i][j - 1] + v[i][j + 1] - 4 * v[i][j];
}

void *results(int which) { return which ? (void *)v : (void *)w; }
// CHECK-NOT: bamboo_split
