// SPDX-License-Identifier: Apache-2.0
// With MPICH's header the null request is a number.
// RUN: %overlap_mpich_c -mllvm -bamboo-overlap=always -mllvm -bamboo-overlap-level=beyond %s | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer, double *restrict other, int neighbour) {
  if (neighbour >= 0) MPI_Recv(buffer, 4, MPI_DOUBLE, neighbour, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *other = 1.0;
}
// 738197504 is 0x2c000000.
// CHECK: store i32 738197504, ptr %[[REQUEST:[a-z.0-9]+]]
// CHECK: br i1
// CHECK: call i32 @MPI_Irecv({{.*}}%[[REQUEST]])
// CHECK: br label %if.end
// CHECK: if.end:
// CHECK: store double
// CHECK-NEXT: call i32 @bamboo.MPI_Wait({{.*}}%[[REQUEST]]
