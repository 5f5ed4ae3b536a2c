// SPDX-License-Identifier: Apache-2.0
// With MPICH's header the completion of a receive has the program's status.
// RUN: %overlap_mpich_c -mllvm -bamboo-overlap=always %s | FileCheck %s
#include <mpi.h>

int work(double *restrict buffer, double *restrict other) {
  MPI_Status status;
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &status);
  *other = 1.0;
  return status.MPI_SOURCE;
}
// CHECK: call i32 @MPI_Irecv(
// CHECK: store double
// CHECK: call i32 @MPI_Wait(ptr {{.*}}%bamboo.request, ptr {{.*}}%status)
