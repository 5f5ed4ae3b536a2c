// SPDX-License-Identifier: Apache-2.0
// Callees go first, so that a completion leaves several functions.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s --implicit-check-not="became part"
// RUN: FileCheck %s --check-prefix=IR < %t.ll
#include "work.h"
void inner(int* own, int* sum) {
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
void middle(int* own, int* sum) {
  *own += 1;
  inner(own, sum);
}
int step(int own) {
  int sum;
  // CHECK-DAG: 'middle' became part of 'step'
  // CHECK-DAG: 'inner' became part of 'step'
  middle(&own, &sum);
  work();
  return sum;
}
// IR-LABEL: define {{.*}} @step(
// IR: call i32 @MPI_Iallreduce(
// IR: fdiv
// IR: call i32 @MPI_Wait(
