// SPDX-License-Identifier: Apache-2.0
// With MPICH's header the type handle of a derived type has no size: memory behind the buffer may belong to the message.
// RUN: %overlap_mpich_c %s | FileCheck %s
#include <mpi.h>

void work(double *buffer) {
  MPI_Bcast(buffer, 1, MPI_DOUBLE_INT, 0, MPI_COMM_WORLD);
  buffer[8] = 1.0;
}
void plain(double *buffer) {
  MPI_Bcast(buffer, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  buffer[8] = 1.0;
}
// CHECK-LABEL: define {{.*}}@work(
// CHECK: call i32 @MPI_Wait(
// CHECK: store double
// CHECK-LABEL: define {{.*}}@plain(
// CHECK: store double
// CHECK: call i32 @MPI_Wait(
