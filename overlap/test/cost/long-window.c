// SPDX-License-Identifier: Apache-2.0
// A message with a long window becomes nonblocking by itself.
// RUN: %overlap_c %s | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer, double *restrict other) {
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 1000; ++i) other[i] = other[i] / 3.0;
}
// CHECK: call i32 @MPI_Irecv(
// CHECK: call i32 @MPI_Wait(
