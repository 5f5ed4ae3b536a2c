// SPDX-License-Identifier: Apache-2.0
// Trap: the user's word counts, at the function and at the call.
// RUN: %inlining_c -std=c23 %s -o %t.ll 2>&1 | FileCheck %s --implicit-check-not="became part"
#include "work.h"
__attribute__((noinline)) void kept(int* own, int* sum) {
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
void free_one(int* own, int* sum) {
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own) {
  int sum;
  // CHECK-DAG: must-not-be-inlined.c:[[#@LINE+1]]:3: remark: 'kept' {{.*}} because it must not be inlined
  kept(&own, &sum);
  work();
  // CHECK-DAG: must-not-be-inlined.c:[[#@LINE+1]]:23: remark: 'free_one' {{.*}} because it must not be inlined
  [[clang::noinline]] free_one(&own, &sum);
  work();
  return sum;
}
