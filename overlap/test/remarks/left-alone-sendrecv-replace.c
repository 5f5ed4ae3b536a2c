// SPDX-License-Identifier: Apache-2.0
// MPI_Sendrecv_replace is left alone.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer) {
  // CHECK: remark: MPI_Sendrecv_replace is left alone: MPI has no nonblocking form of it that does the same
  MPI_Sendrecv_replace(buffer, 4, MPI_DOUBLE, 1, 0, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
