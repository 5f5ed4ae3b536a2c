// SPDX-License-Identifier: Apache-2.0
// Trap: the caller's computation needs the result.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
#include "work.h"
void add(int* own, int* sum) {
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own) {
  int sum;
  add(&own, &sum);
  // CHECK: MPI_Allreduce became MPI_Iallreduce without a window, as part of 'step'
  for (int i = 0; i < 1000; ++i) other[i] = other[i] / sum;
  return sum;
}
// IR-LABEL: define {{.*}} @step(
// IR: call i32 @MPI_Wait(
// IR: fdiv
