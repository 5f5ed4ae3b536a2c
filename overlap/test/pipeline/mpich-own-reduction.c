// SPDX-License-Identifier: Apache-2.0
// With MPICH's header an operation that is no constant is the program's own.
// RUN: %overlap_mpich_c %s | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer, double *restrict other, MPI_Op operation) {
  MPI_Allreduce(MPI_IN_PLACE, buffer, 1, MPI_DOUBLE, operation, MPI_COMM_WORLD);
  *other = 1.0;
}
// CHECK: call i32 @MPI_Iallreduce(
// CHECK-NEXT: call i32 @MPI_Wait(
// CHECK-NEXT: store double
