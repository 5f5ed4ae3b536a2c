// SPDX-License-Identifier: Apache-2.0
// A status that the program has, but never looks at, is not asked for: calls that share it are under way at the same time.
// RUN: %overlap_c -mllvm -bamboo-overlap=always %s | FileCheck %s
#include <mpi.h>

void f(double *restrict first, double *restrict second, double *restrict other) {
  MPI_Status status[2];
  MPI_Recv(first, 3, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD, &status[0]);
  MPI_Recv(second, 3, MPI_DOUBLE, 1, 8, MPI_COMM_WORLD, &status[0]);
  *other = 1.0;
}
// CHECK: call i32 @MPI_Irecv(
// CHECK: call i32 @MPI_Irecv(
// CHECK-NEXT: store double
// CHECK-NEXT: call i32 @MPI_Wait(ptr {{.*}}, ptr {{.*}}null)
// CHECK-NEXT: call i32 @MPI_Wait(ptr {{.*}}, ptr {{.*}}null)
