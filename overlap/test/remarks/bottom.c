// SPDX-License-Identifier: Apache-2.0
// MPI_BOTTOM with a type of addresses does not move, and says why.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(MPI_Datatype type, double *restrict other) {
  // CHECK: remark: MPI_Bcast became MPI_Ibcast without a window; the completion goes no further down than an unknown line: its datatype contains the buffer's addresses
  MPI_Bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD);
  *other = 1.0;
}
