// SPDX-License-Identifier: Apache-2.0
// For experiments everything becomes nonblocking.
// RUN: %overlap_c -mllvm -bamboo-overlap=always %s | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer) {
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
// CHECK: call i32 @MPI_Irecv(
// CHECK-NEXT: call i32 @MPI_Wait(
