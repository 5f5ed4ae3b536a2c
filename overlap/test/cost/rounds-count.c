// SPDX-License-Identifier: Apache-2.0
// A loop of three rounds is not worth a request, where one of unknown length is.
// RUN: %overlap_c %s | FileCheck %s
#include <mpi.h>

void few(double *restrict buffer, double *restrict other) {
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma clang loop unroll(disable)
  for (int i = 0; i < 3; ++i) other[i] = other[i] / 3.0;
}
void many(double *restrict buffer, double *restrict other, int n) {
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; ++i) other[i] = other[i] / 3.0;
}
// CHECK-LABEL: define {{.*}}@few(
// CHECK: call i32 @MPI_Recv(
// CHECK-LABEL: define {{.*}}@many(
// CHECK: call i32 @MPI_Irecv(
