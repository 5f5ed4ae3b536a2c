// SPDX-License-Identifier: Apache-2.0
// An initiation leaves the function through its beginning and passes what the caller has computed.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
#include "work.h"
void get(int* restrict in) {
  MPI_Recv(in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int step(void) {
  int in;
  work();
  // CHECK: initiation-leaves.c:[[#@LINE+1]]:3: remark: 'get' became part of 'step': it begins in communication, and computation precedes the call
  get(&in);
  return in;
}
// IR-LABEL: define {{.*}} @step(
// IR: call i32 @MPI_Irecv(
// IR: fdiv
// IR: call i32 @MPI_Wait(
