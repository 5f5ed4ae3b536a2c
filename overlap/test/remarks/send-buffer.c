// SPDX-License-Identifier: Apache-2.0
// A half stops at a statement that may change the send buffer.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double* buffer, double* other) {
  // CHECK: remark: MPI_Send stays blocking{{.*}} the completion goes no further down than line [[@LINE+2]]: a 'store' may touch the send buffer
  MPI_Send(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  for (int i = 0; i < 1000; ++i) other[i] = i;
}
