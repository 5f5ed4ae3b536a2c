// SPDX-License-Identifier: Apache-2.0
// The caller's nest of loops needs what the callee receives: it is split around the receive.
// RUN: %inlining_c -mllvm -bamboo-overlap-split %s -o %t.ll 2>&1 | FileCheck %s
#include <mpi.h>
double u[102][102], v[102][102];
void exchange(int from) {
  MPI_Recv(u[0], 102, MPI_DOUBLE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
void step(int from) {
  // CHECK-DAG: 'exchange' became part of 'step'
  exchange(from);
  // CHECK-DAG: a nest of 2 loops was split
  for (int i = 1; i < 101; ++i)
    for (int j = 1; j < 101; ++j) v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}
