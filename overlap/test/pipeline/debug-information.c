// SPDX-License-Identifier: Apache-2.0
// Debug information changes nothing of what is moved.
// RUN: %overlap_c -mllvm -bamboo-overlap=always %s | FileCheck %s
// RUN: %overlap_c -g -mllvm -bamboo-overlap=always %s | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer, double *restrict other, double *restrict third) {
  double one = *other;
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  double two = *buffer, three = one * 2.0;
  *other = two;
  *third = three;
}
// CHECK: call i32 @MPI_Irecv(
// CHECK: %[[ONE:.*]] = load double, ptr %other
// CHECK: %[[THREE:.*]] = fmul double %[[ONE]]
// CHECK: store double %[[THREE]], ptr %third
// CHECK: call i32 @MPI_Wait(
// CHECK: %[[TWO:.*]] = load double, ptr %buffer
// CHECK: store double %[[TWO]], ptr %other
