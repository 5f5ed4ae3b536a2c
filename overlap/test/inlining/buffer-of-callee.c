// SPDX-License-Identifier: Apache-2.0
// Trap: the buffer is on the callee's stack, whose place another frame has afterwards.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
#include "work.h"
void give(int value) {
  int copy[2] = {value, value + 1};
  MPI_Bcast(copy, 2, MPI_INT, 0, MPI_COMM_WORLD);
}
void step(int own) {
  // CHECK: 'give' became part of 'step'
  give(own);
  work();
}
// IR-LABEL: define {{.*}} @step(
// IR: call i32 @MPI_Ibcast(
// IR: call i32 @MPI_Wait(
// IR: call void @llvm.lifetime.end{{.*}}(i64 8,
