// SPDX-License-Identifier: Apache-2.0
// A branch on the return value stops.
// RUN: %remarks_c -mllvm -bamboo-overlap-level=basic %s 2>&1 | FileCheck %s
#include <mpi.h>

double work(double *restrict buffer, double *restrict other) {
  // CHECK: remark: MPI_Recv {{.*}} belongs to the operation
  int error = MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return error == 0 ? *other : 0.0;
}
