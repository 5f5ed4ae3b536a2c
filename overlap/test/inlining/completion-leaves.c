// SPDX-License-Identifier: Apache-2.0
// A completion leaves the function through its end and passes what the caller computes.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
#include "work.h"
void add(int* own, int* sum) {
  // CHECK-DAG: completion-leaves.c:[[#@LINE+1]]:3: remark: MPI_Allreduce became MPI_Iallreduce with a window of {{.*}} cycles, as part of 'step' in {{.*}}completion-leaves.c at line [[#@LINE+6]];
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own) {
  int sum;
  // CHECK-DAG: completion-leaves.c:[[#@LINE+1]]:3: remark: 'add' became part of 'step': it ends in communication, and computation follows the call
  add(&own, &sum);
  work();
  return sum;
}
// IR-LABEL: define {{.*}} @step(
// IR: call i32 @MPI_Iallreduce(
// IR: fdiv
// IR: call i32 @MPI_Wait(
