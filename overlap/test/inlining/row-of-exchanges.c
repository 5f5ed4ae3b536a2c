// SPDX-License-Identifier: Apache-2.0
// Computation behind a row of calls is a window of all of them.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
#include "work.h"
void get(int* in, int from) {
  MPI_Recv(in, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int step(void) {
  int first, second;
  // CHECK-DAG: row-of-exchanges.c:[[#@LINE+1]]:3: remark: 'get' became part of 'step'
  get(&first, 0);
  // CHECK-DAG: row-of-exchanges.c:[[#@LINE+1]]:3: remark: 'get' became part of 'step'
  get(&second, 1);
  work();
  return first + second;
}
// IR-LABEL: define {{.*}} @step(
// IR: call i32 @MPI_Irecv(
// IR: call i32 @MPI_Irecv(
// IR: fdiv
// IR: call i32 @MPI_Wait(
// IR: call i32 @MPI_Wait(
