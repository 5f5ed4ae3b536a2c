// SPDX-License-Identifier: Apache-2.0
// Collectives become nonblocking also without a window: they need neither early messages nor polls.
// RUN: %overlap_c -mllvm -bamboo-overlap-polls %s | FileCheck %s
#include <mpi.h>

// CHECK-NOT: @bamboo_overlap_has
// CHECK-NOT: @bamboo_overlap_pending
// CHECK: call i32 @MPI_Iallreduce(
double sum_of(double own) {
  double sum;
  MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}
