// SPDX-License-Identifier: Apache-2.0
// The callee may return before it communicates: its completion can go no further than that path, unless it leaves conditionals.
// RUN: %inlining_c %s -mllvm -bamboo-overlap-conditionals=false -o %t.ll 2>&1 | FileCheck %s --implicit-check-not="became part"
// RUN: FileCheck %s --check-prefix=IR < %t.ll
// RUN: %inlining_c %s -o %t.out.ll 2>&1 | FileCheck %s --check-prefix=LEAVES
// RUN: FileCheck %s --check-prefix=LEAVES-IR < %t.out.ll
#include "work.h"
// CHECK: MPI_Allreduce became MPI_Iallreduce without a window
void add(int* own, int* sum) {
  if (*own < 0) return;
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own) {
  int sum = 0;
  add(&own, &sum);
  work();
  return sum;
}
// IR-LABEL: define {{.*}} @step(
// IR: call {{.*}} @add(
// LEAVES: 'add' became part of 'step'
// LEAVES: MPI_Allreduce became MPI_Iallreduce with a window of {{.*}} moved out of the conditional in line 10;
// LEAVES-IR-LABEL: define {{.*}} @step(
// LEAVES-IR: call i32 @MPI_Iallreduce(
// LEAVES-IR: fdiv
// LEAVES-IR: call i32 @MPI_Wait(
