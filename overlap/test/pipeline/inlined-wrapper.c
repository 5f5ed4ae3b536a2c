// SPDX-License-Identifier: Apache-2.0
// A wrapper around a call is inlined first: its window is the caller's.
// RUN: %overlap_c %s | FileCheck %s
#include <mpi.h>

static void receive(double *buffer) {
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
void work(double *restrict buffer, double *restrict other) {
  receive(buffer);
  for (int i = 0; i < 1000; ++i) other[i] = other[i] / 3.0;
}
// CHECK-LABEL: define {{.*}}@work(
// CHECK: call i32 @MPI_Irecv(
// CHECK: fdiv
// CHECK: call i32 @MPI_Wait(
