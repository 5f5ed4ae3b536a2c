// SPDX-License-Identifier: Apache-2.0
// An operation that gains too little behind its conditional is a blocking call in it again, in its order, without its halves.
// RUN: %overlap_c -mllvm -bamboo-overlap-level=beyond %s | FileCheck %s --implicit-check-not="{{[@%]}}bamboo." --implicit-check-not=MPI_Wait
#include <mpi.h>

void work(double* restrict in, double* restrict out, double* restrict other, int left, int right) {
  if (left >= 0) {
    MPI_Send(out, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD);
    MPI_Recv(in, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (right >= 0) MPI_Send(out + 4, 4, MPI_DOUBLE, right, 0, MPI_COMM_WORLD);
  *other = 1.0;
}
// CHECK: if.then:
// CHECK-NEXT: call i32 @MPI_Send(
// CHECK-NEXT: call i32 @MPI_Recv(
// CHECK-NEXT: br label %if.end
// CHECK: call i32 @MPI_Send(
