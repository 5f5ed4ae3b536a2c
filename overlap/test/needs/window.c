// SPDX-License-Identifier: Apache-2.0
// A window of the pass's: the run-time library looks while it is open.
// RUN: %overlap_c -mllvm -bamboo-overlap-polls %s | FileCheck %s
// RUN: %overlap_c %s | FileCheck %s --check-prefix=NONE
#include <mpi.h>

// CHECK-DAG: @bamboo_overlap_has_windows = weak_odr constant i32 1
// CHECK-DAG: @bamboo_overlap_has_early_messages = weak_odr constant i32 1
// NONE-NOT: @bamboo_overlap_has_windows
// NONE: @bamboo_overlap_has_early_messages = weak_odr constant i32 1
// NONE-NOT: @bamboo_overlap_has_windows
double step(double *restrict u, double *restrict v, double *restrict in, int n, int peer) {
  MPI_Recv(in, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i < n; ++i) v[i] = 0.5 * (u[i - 1] + u[i]);
  return in[0];
}
