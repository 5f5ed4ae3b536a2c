// SPDX-License-Identifier: Apache-2.0
// A half stops at a statement that may touch a buffer which is sent or received, by rank.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double* buffer, double* other) {
  // CHECK: remark: MPI_Bcast became MPI_Ibcast without a window{{.*}} the completion goes no further down than line [[@LINE+2]]: a 'store' may touch the buffer
  MPI_Bcast(buffer, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int i = 0; i < 1000; ++i) other[i] = i;
}
