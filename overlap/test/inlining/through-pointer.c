// SPDX-License-Identifier: Apache-2.0
// Trap: a function whose address is known elsewhere stays as well, and completes what it starts.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
#include "work.h"
void (*kept)(int*, int*);
static void add(int* own, int* sum) {
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own) {
  int sum;
  kept = add;
  // CHECK-DAG: 'add' became part of 'step'
  // CHECK-DAG: MPI_Allreduce became MPI_Iallreduce without a window
  add(&own, &sum);
  work();
  return sum;
}
// IR-LABEL: define internal {{.*}} @add(
// IR: call i32 @MPI_Iallreduce(
// IR-NEXT: call i32 @MPI_Wait(
