// SPDX-License-Identifier: Apache-2.0
// A reduction of the program is converted, does not move, and says why.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer, double *restrict other, MPI_Op operation) {
  // CHECK: remark: MPI_Allreduce became MPI_Iallreduce without a window; the completion goes no further down than an unknown line: the reduction is the program's own and may touch anything
  MPI_Allreduce(MPI_IN_PLACE, buffer, 1, MPI_DOUBLE, operation, MPI_COMM_WORLD);
  *other = 1.0;
}
