// SPDX-License-Identifier: Apache-2.0
// At -O0 nothing moves, collectives are converted, and messages stay.
// RUN: %overlap_c -O0 %s | FileCheck %s
#include <mpi.h>

void work(double *buffer, double *other) {
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Bcast(buffer, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  *other = 1.0;
}
// CHECK: call i32 @MPI_Recv(
// CHECK: call i32 @MPI_Ibcast(
// CHECK-NEXT: call i32 @MPI_Wait(
// CHECK: store double
