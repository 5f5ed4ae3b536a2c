// SPDX-License-Identifier: Apache-2.0
// Of two sweeps, one of which needs what the other computes, both are split: the second core runs behind the first one,
// and passes the rest of the first nest, whose accesses the library compares. A third one needs nothing of them.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
// RUN: %split_c %s | FileCheck %s --check-prefix=IR
#include <mpi.h>

enum { M = 1002 };
static double u[M][M], v[M][M], w[M][M], x[M][M];

// IR: %[[FIRST:[0-9]+]] = {{.*}}call ptr @bamboo_split_begin(
// IR: call i32 @bamboo_split_core(ptr nonnull %[[FIRST]])
// IR: %[[SECOND:[0-9]+]] = {{.*}}call ptr @bamboo_split_begin_behind(ptr {{.*}}, ptr %[[FIRST]])
// IR: call void @bamboo_split_passes(ptr nonnull %[[SECOND]], i32 {{[0-9]+}}, ptr %[[FIRST]])
// IR: call i32 @bamboo_split_core(ptr nonnull %[[SECOND]])
// IR: %[[THIRD:[0-9]+]] = {{.*}}call ptr @bamboo_split_begin_behind(ptr {{.*}}, ptr %[[SECOND]])
// IR-NOT: call void @bamboo_split_passes
// IR: call i32 @bamboo_split_core(ptr nonnull %[[THIRD]])
// IR: call i32 @MPI_Wait
void sweep(int left) {
  MPI_Recv(u[0], M, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK-DAG: two-sweeps.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}} run before 1 completions; 2 of
  for (int i = 1; i < M - 1; ++i)
    for (int j = 1; j < M - 1; ++j) v[i][j] = u[i - 1][j] + u[i + 1][j];
  // CHECK-DAG: two-sweeps.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}} completions and the rests of 1 nests
  for (int i = 1; i < M - 1; ++i)
    for (int j = 1; j < M - 1; ++j)
      w[i][j] = v[i - 1][j] + v[i + 1][j] + v[i][j - 1] + v[i][j + 1] - 4 * v[i][j];
  // CHECK-DAG: two-sweeps.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}} completions and the rests of 2 nests
  for (int i = 1; i < M - 1; ++i)
    for (int j = 1; j < M - 1; ++j) x[i][j] += u[i - 1][j];
}

double *results(int which) { return which == 0 ? v[0] : which == 1 ? w[0] : x[0]; }
