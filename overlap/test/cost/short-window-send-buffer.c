// SPDX-License-Identifier: Apache-2.0
// Trap: an exchange whose receive could be completed behind a change of the send buffer becomes blocking again in front of that.
// RUN: %overlap_c %s | FileCheck %s
#include <mpi.h>

void work(double *restrict out, double *restrict in) {
  MPI_Sendrecv(out, 4, MPI_DOUBLE, 1, 0, in, 4, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  out[0] = 1.0;
}
// CHECK: call i32 @MPI_Sendrecv(
// CHECK: store double
// CHECK: ret void
