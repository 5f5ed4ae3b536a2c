// SPDX-License-Identifier: Apache-2.0
// An exchange goes back to where its send was complete, not behind a change of the send buffer.
// RUN: %overlap_c -mllvm -bamboo-overlap-level=beyond %s | FileCheck %s --implicit-check-not="{{[@%]}}bamboo." --implicit-check-not=MPI_Wait
#include <mpi.h>

void work(double *restrict out, double *restrict in, double *restrict other, int left) {
  if (left >= 0) {
    MPI_Sendrecv(out, 4, MPI_DOUBLE, left, 0, in, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    out[0] = 1.0;
  }
  *other = 1.0;
}
// CHECK: call i32 @MPI_Sendrecv(
// CHECK-NEXT: store double {{.*}}%out
// CHECK-NEXT: br label
