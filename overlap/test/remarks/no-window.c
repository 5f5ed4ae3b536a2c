// SPDX-License-Identifier: Apache-2.0
// A collective that could not be moved is converted all the same, and says so.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *buffer) {
  // CHECK: remark: MPI_Bcast became MPI_Ibcast without a window
  MPI_Bcast(buffer, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
