// SPDX-License-Identifier: Apache-2.0
// The cost of a called function counts.
// RUN: %overlap_c %s | FileCheck %s
#include <mpi.h>

__attribute__((noinline)) static void divide(double* restrict other) {
  for (int i = 0; i < 1000; ++i) other[i] = other[i] / 3.0;
}
void work(double* restrict buffer, double* restrict other) {
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  divide(other);
}
// CHECK-LABEL: define {{.*}}@work(
// CHECK: call i32 @MPI_Irecv(
// CHECK-NEXT: call {{.*}}@divide(
// CHECK-NEXT: call i32 @MPI_Wait(
