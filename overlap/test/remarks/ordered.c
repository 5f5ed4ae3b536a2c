// SPDX-License-Identifier: Apache-2.0
// A loop that needs what moves along stops; the reason is the order, not the buffer.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer, double *restrict other, double *restrict third) {
  // CHECK: remark: MPI_Recv {{.*}} the completion goes no further down than line [[@LINE+3]]: a {{'[a-z]+'}} is ordered with a statement that moves along
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *other = *buffer;
  for (int i = 0; i < 1000; ++i) third[i] = *other / third[i];
}
