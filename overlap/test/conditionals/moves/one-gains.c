// SPDX-License-Identifier: Apache-2.0
// A message that gains nothing stays blocking while one that started before it, in another conditional, is under way.
// RUN: %overlap_c -mllvm -bamboo-overlap-level=beyond %s | FileCheck %s
#include <mpi.h>

void work(double *restrict out, double *restrict in, double *restrict other, int n, int left, int right) {
  if (left >= 0) MPI_Send(out, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD);
  for (int i = 0; i < n; ++i) other[i] = other[i] / 3.0;
  if (right >= 0) MPI_Recv(in, 4, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  in[0] = 1.0;
}
// CHECK: call i32 @MPI_Isend(
// CHECK: fdiv
// CHECK: call i32 @bamboo.MPI_Wait(
// CHECK-NOT: call i32 @MPI_Irecv(
// CHECK: ret void
