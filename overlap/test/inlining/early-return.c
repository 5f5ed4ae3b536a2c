// SPDX-License-Identifier: Apache-2.0
// Trap: the callee may return before it communicates; the completion stays on its path.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s --implicit-check-not="became part"
// RUN: FileCheck %s --check-prefix=IR < %t.ll
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
