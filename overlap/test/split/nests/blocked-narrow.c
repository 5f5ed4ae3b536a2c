// SPDX-License-Identifier: Apache-2.0
// A block ends at the lesser of two ends in narrow numbers. That the counter does not wrap around is assumed, and checked when
// the program runs; then a block has at most as many iterations as it is long.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

static int n, m;
static double *u, *v;

static int least(int a, int b) { return a < b ? a : b; }

void step(int left) {
  MPI_Recv(u, m, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int ii = 1; ii <= n; ii += 16)
    for (int i = ii; i < least(ii + 16, n + 1); ++i)
      for (int j = 0; j < m; ++j) v[i * (long)m + j] = u[(i - 1) * (long)m + j];
  double *other = u;
  u = v;
  v = other;
}

void resize(int rows, int columns, double *from, double *to) {
  n = rows, m = columns, u = from, v = to;
}
// The second loop is inside of the first one (0), has 16 iterations, and follows 16 for each iteration of it.
// CHECK: @bamboo.nest.step = {{.*}} [3 x i64] [i64 1, i64 0, i64 0], [3 x i64] [i64 0, i64 1, i64 0], [3 x i64] [i64 1, i64 0, i64 0],
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe(ptr {{[^%]*}}%{{[0-9]+}}, ptr {{.*}}@bamboo.nest.step, i64 %{{[0-9]+}}, i64 16, i64 16, i64 %{{[0-9]+}}, i64 %{{[0-9]+}}, i64 4,
