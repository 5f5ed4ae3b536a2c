// SPDX-License-Identifier: Apache-2.0
// A blocking send returns as soon as its message has left, and stays blocking: it has no window.
// RUN: %overlap_c -mllvm -bamboo-overlap-polls %s | FileCheck %s
#include <mpi.h>

// CHECK-NOT: @bamboo_overlap_has_windows
// CHECK: @bamboo_overlap_has_early_messages = weak_odr constant i32 1
// CHECK-NOT: @bamboo_overlap_has_windows
// CHECK: call i32 @MPI_Send(
void step(double *out, int n, int peer) { MPI_Send(out, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD); }
