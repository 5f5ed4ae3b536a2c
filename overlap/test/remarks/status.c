// SPDX-License-Identifier: Apache-2.0
// The first use of the status stops, at the level where nothing moves along.
// RUN: %remarks_c -mllvm -bamboo-overlap-level=basic %s 2>&1 | FileCheck %s
#include <mpi.h>

int work(double *restrict buffer) {
  MPI_Status status;
  // CHECK: remark: MPI_Recv {{.*}} the completion goes no further down than line [[@LINE+2]]: a 'load' may touch the status
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &status);
  return status.MPI_SOURCE;
}
