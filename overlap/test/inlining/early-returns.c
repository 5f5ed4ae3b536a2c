// SPDX-License-Identifier: Apache-2.0
// Several early returns, with values: the completion leaves all of the conditionals that they make, and the function.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
#include "work.h"
int exchange(int* own, int* sum, int* error) {
  if (*own < 0) return 1;
  if (*sum < 0) {
    *error = 3;
    return 2;
  }
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return 0;
}
int step(int own) {
  static int sum;
  int error = 0;
  int result = exchange(&own, &sum, &error);
  work();
  return sum + result + error;
}
// CHECK: 'exchange' became part of 'step'
// CHECK: MPI_Allreduce became MPI_Iallreduce with a window of {{.*}} moved out of the conditional in line {{[78]}}
// IR-LABEL: define {{.*}} @step(
// IR: store ptr @ompi_request_null
// IR: call i32 @MPI_Iallreduce(
// IR: fdiv
// IR: call i32 @MPI_Wait(
