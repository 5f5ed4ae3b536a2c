// SPDX-License-Identifier: Apache-2.0
// A function that ends in conditionals with communication becomes part of its caller, and the windows reach out of both.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
#include <mpi.h>

static void exchange(double *restrict in, const double *restrict out, int left, int right) {
  if (left >= 0) MPI_Send(out, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD);
  if (right >= 0) MPI_Recv(in, 4, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
void step(double *restrict in, const double *restrict out, double *restrict other, int n, int left, int right) {
  // CHECK: remark: 'exchange' became part of 'step': it ends in communication, and computation follows the call
  exchange(in, out, left, right);
  for (int i = 0; i < n; ++i) other[i] = other[i] / 3.0;
}
// IR-LABEL: define {{.*}} @step(
// IR: call i32 @MPI_Isend(
// IR: call i32 @MPI_Irecv(
// IR: fdiv
// IR: call i32 @bamboo.MPI_Wait(
// IR: call i32 @bamboo.MPI_Wait(
