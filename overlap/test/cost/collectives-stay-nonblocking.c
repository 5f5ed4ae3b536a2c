// SPDX-License-Identifier: Apache-2.0
// A collective without a window stays nonblocking: on another rank its counterpart may be another call.
// RUN: %overlap_c %s | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer) {
  MPI_Bcast(buffer, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
// CHECK: call i32 @MPI_Ibcast(
// CHECK-NEXT: call i32 @MPI_Wait(
